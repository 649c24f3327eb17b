import { z } from 'zod'
import { endpoint, loggedIn } from '../endpoint.ts'
import { instant, uuid } from '../fields.ts'

/** A place where the person is signed in. */
export const OwnSession = z.object({
  id: z.string(),
  user_agent: z.string(),
  ip: z.string(),
  created_at: instant,
  /** To the minute. */
  last_used_at: instant,
  /** The one that asks. */
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

/** The own sessions of a person. */
export const sessions = {
  list: endpoint({
    id: 'sessions.list',
    method: 'GET',
    path: '/api/v1/user-profile/sessions/',
    access: loggedIn,
    reply: z.object({
      /** Whose sign-in it is: the directory's people have no password here. */
      password: z.enum(['local', 'directory']),
      /** The last used first, at most a hundred. */
      sessions: z.array(OwnSession),
    }),
  }),
  end: endpoint({
    id: 'sessions.end',
    changes: ['sessions.list'],
    method: 'DELETE',
    path: '/api/v1/user-profile/sessions/:id/',
    access: loggedIn,
    params: z.object({ id: uuid('Not a session id.') }),
    reply: z.object({ detail: z.string() }),
  }),
  endOthers: endpoint({
    id: 'sessions.endOthers',
    changes: ['sessions.list'],
    method: 'POST',
    path: '/api/v1/user-profile/sessions/end_others/',
    access: loggedIn,
    reply: z.object({ ended: z.int() }),
  }),
}
