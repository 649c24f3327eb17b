import { z } from 'zod'
import { endpoint, superadmin } from '../endpoint.ts'
import { instant, listOf, page, pageSize } from '../fields.ts'

/** `YYYY-MM-DDTHH-MM-SS.mmmZ-uuid`: the name of a file of ours, and never a path. */
const MAIL_ID = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const Mail = z.object({ id: z.string(), at: instant, to: z.string(), subject: z.string() })
export type Mail = z.infer<typeof Mail>

const Unsent = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  /** Why the last try failed. */
  why: z.string(),
  tries: z.int(),
  first_failed_at: instant,
  last_failed_at: instant,
  /** Null: it is not tried again. */
  next_try_at: instant.nullable(),
})
export type Unsent = z.infer<typeof Unsent>

/**
 * The mails that lie in a folder while there is no mail server, the newest thousand; and those that the server of
 * mails did not take.
 */
export const mails = {
  list: endpoint({
    id: 'mails.list',
    method: 'GET',
    path: '/api/v1/mails/',
    access: superadmin,
    query: z.object({ page, page_size: pageSize(50, 100) }),
    /** `sent`: there is a mail server, so that none of them stays here. */
    reply: listOf(Mail).extend({ sent: z.boolean() }),
  }),
  get: endpoint({
    id: 'mails.get',
    method: 'GET',
    path: '/api/v1/mails/:id/',
    access: superadmin,
    params: z.object({ id: z.string().max(100).regex(MAIL_ID, 'Not a mail id.') }),
    reply: Mail.extend({ text: z.string() }),
  }),
  /** What could not be delivered within the last 30 days and has not been since, last tried first. */
  unsent: endpoint({
    id: 'mails.unsent',
    method: 'GET',
    path: '/api/v1/mails/unsent/',
    access: superadmin,
    query: z.object({ page, page_size: pageSize(50, 100) }),
    reply: listOf(Unsent),
  }),
  /** Mails a line to the caller at once; 409 with what the mail server said where it does not take it. */
  test: endpoint({
    id: 'mails.test',
    changes: ['mails.list'],
    method: 'POST',
    path: '/api/v1/mails/test/',
    access: superadmin,
    /** `sent`: by a mail server; else it lies in the folder. */
    reply: z.object({ to: z.string(), sent: z.boolean() }),
  }),
}
