import type { OwnSession } from '#contract/people/sessions.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { notFound } from '#domain/problems.ts'
import { closeOtherSessions, closeSessionOf, openSessionsOf } from '../access/sessions.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { readSetting } from '../settings/read.ts'
import { findSignIn } from '../users/find.ts'

type By = { db: Db; caller: UserCaller; now: Date }

/** Where the person is signed in, and whether a password of theirs is kept here. `token` is of the asking session. */
export const listOwnSessions = async ({ db, caller, now }: By, { token }: { token: string }) => {
  const idle_ms_max = await readSetting(db, 'session.idle_ms_max')
  const [user, sessions] = await Promise.all([
    findSignIn(db, caller.user_id),
    openSessionsOf(db, caller.user_id, { now, idle_ms_max, token }),
  ])
  const password = user?.password_hash ? ('local' as const) : ('directory' as const)
  return { password, sessions: sessions.map(inWords) }
}

/** Ends one of the own sessions, this one included; somebody else's is not found. */
export const endOwnSession = async ({ db, caller }: By, { id }: { id: string }) => {
  const ended = await inTransaction(db, (tx) => closeSessionOf(tx, caller.user_id, id))
  if (!ended) throw notFound()
  return { detail: 'The session was ended.' }
}

/** Signs out everywhere else. */
export const endOtherSessions = async ({ db, caller }: By, { token }: { token: string }) => ({
  ended: await inTransaction(db, (tx) => closeOtherSessions(tx, caller.user_id, token)),
})

type Row = Awaited<ReturnType<typeof openSessionsOf>>[number]

const inWords = ({ created_at, last_used_at, ...row }: Row): OwnSession => ({
  ...row,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at.toISOString(),
})
