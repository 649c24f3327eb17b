import { sql } from 'kysely'
import { DOCUMENT_KINDS, noticesOf, toldUpTo } from '#domain/notifications/of-document.ts'
import {
  awaitingNearTheirTerm,
  movedBy,
  nearTheirTerm,
  type Standing,
  standingOf,
} from '../../documents/reading/standing.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { type NewNotice, takeTurnToKeep } from '../notices/keep.ts'
import { on } from '../notices/tables.ts'
import { keepAndGather } from './keep-and-gather.ts'

type By = { db: Db; clock: Clock }

/** Hears that documents were made or went from one status to another. */
export const hearMoves = ({ db, clock }: By, { history_ids }: { history_ids: string[] }): Promise<void> =>
  inTransaction(db, async (tx) => tellOf(tx, await movedBy(tx, history_ids), clock.now()))

/** Hears what else became of documents. */
export const hearNotes = ({ db, clock }: By, { document_ids }: { document_ids: string[] }): Promise<void> =>
  inTransaction(db, (tx) => tellOf(tx, document_ids, clock.now()))

const LOOKED_AT_MAX = 500
const ROUNDS_MAX = 200

/** Hears that a company may send elsewhere now: what was due by law, or was not, is told of as it stands. */
export const hearAccess = async (
  { db, clock }: By,
  { sender_entity_id }: { sender_entity_id: string },
): Promise<void> => {
  let last = ''
  for (;;) {
    const told = await on(db)
      .selectFrom('notices')
      .distinct()
      .select('subject')
      .where('kind', 'in', DOCUMENT_KINDS)
      .where('sender_entity_id', '=', sender_entity_id)
      .where('subject', '>', last)
      .orderBy('subject')
      .limit(LOOKED_AT_MAX)
      .execute()
    const ids = told.map(({ subject }) => subject)
    if (ids.length > 0) await inTransaction(db, (tx) => tellOf(tx, ids, clock.now()))
    if (ids.length < LOOKED_AT_MAX) return
    last = ids.at(-1) ?? ''
  }
}

/** What begins or ends because a moment has come: a deadline is near, or a window has closed. */
export const lookAgain = async (by: By): Promise<void> => {
  await lookAtDue(by)
  await lookAtUntold(by)
}

/** What is told already says when that may change. */
const lookAtDue = async ({ db, clock }: By): Promise<void> => {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const now = clock.now()
    const due = await on(db)
      .selectFrom('notices')
      .select('subject')
      .where('kind', 'in', DOCUMENT_KINDS)
      .where('look_at', '<=', now)
      .orderBy('look_at')
      .limit(LOOKED_AT_MAX)
      .execute()
    const ids = [...new Set(due.map(({ subject }) => subject))]
    if (ids.length > 0) await inTransaction(db, (tx) => tellOf(tx, ids, now))
    if (due.length < LOOKED_AT_MAX) return
  }
}

/**
 * Of what a person holds, was sent back, or waits for a cancellation, nothing is told that could say so: its last day
 * by law is looked for.
 */
const lookAtUntold = async ({ db, clock }: By): Promise<void> => {
  const until = toldUpTo(clock.now())
  const awaiting = await withoutDeadline(db, await awaitingNearTheirTerm(db, { until, limit: LOOKED_AT_MAX }))
  if (awaiting.length > 0) await inTransaction(db, (tx) => tellOf(tx, awaiting, clock.now()))
  let last: Awaited<ReturnType<typeof nearTheirTerm>>[number] | undefined
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const now = clock.now()
    const near = await nearTheirTerm(db, { until: toldUpTo(now), after: last, limit: LOOKED_AT_MAX })
    const untold = await withoutDeadline(db, near)
    if (untold.length > 0) await inTransaction(db, (tx) => tellOf(tx, untold, now))
    if (near.length < LOOKED_AT_MAX) return
    last = near.at(-1)
  }
}

/** Those of these documents whose last day by law is told to nobody. */
const withoutDeadline = async (db: Db, near: readonly { id: string }[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM unnest(${near.map(({ id }) => id)}::text[]) AS id
    WHERE NOT EXISTS (SELECT FROM notices WHERE kind = 'submission_deadline' AND subject = id)`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whatever was heard, the documents are told of as they stand: in any order, once or twice, the end is the same. */
const tellOf = async (tx: Tx, ids: readonly string[], now: Date): Promise<void> => {
  await takeTurnToKeep(tx)
  const standing = await standingOf(tx, ids)
  const wanted = standing.flatMap((document) => noticesOf(document, now).map(noticeAbout(document)))
  await keepAndGather(tx, { subjects: ids, kinds: DOCUMENT_KINDS, wanted })
}

const noticeAbout =
  ({ id, sender_entity_id, store_code_id, environment, invoice_number }: Standing) =>
  ({ hidden_from, ...notice }: ReturnType<typeof noticesOf>[number]): NewNotice => ({
    ...notice,
    ...{ subject: id, topic: sender_entity_id, label: invoice_number },
    ...{ sender_entity_id, store_code_id, environment, hidden_from: [...hidden_from] },
  })
