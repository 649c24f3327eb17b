import { sql } from 'kysely'
import { KIND_KEYS, KINDS, type KindKey } from '#domain/notifications/kinds.ts'
import { loadAbsent } from '../../access/caller.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { whoChose } from '../../users/who-chose.ts'
import { readItems, type Wanted } from '../notices/read.ts'
import { readerOf } from '../notices/reader.ts'
import { gatherJob, letterJob } from './jobs.ts'
import { withoutMailed } from './mailed-apart.ts'
import { type About, on } from './tables.ts'

type By = { db: Db; clock: Clock }

/** What comes within a minute of each other is one letter. */
export const QUIET_MS = 60_000
/** Where it never becomes quiet, a letter goes after so long. */
const WAIT_MS_MAX = 600_000

/** Something of these kinds is new; for whoever has just written that down. */
export const gatherSoon = async (tx: Tx, kinds: readonly KindKey[]): Promise<void> => {
  for (const kind of kinds) await gatherAfter(tx, kind, QUIET_MS)
}

const gatherAfter = (tx: Tx, kind: KindKey, start_after_ms: number) =>
  enqueue(tx, gatherJob, { kind }, { singleton_key: kind, start_after_ms })

/** Writes a letter about a kind for each person who wants to hear of it at once, once nothing more of it comes. */
export const gatherLetters = async ({ db, clock }: By, { kind }: { kind: KindKey }): Promise<void> => {
  const now = clock.now()
  const pause_ms = await pauseOf(db, kind, now)
  if (pause_ms > 0) {
    await inTransaction(db, (tx) => gatherAfter(tx, kind, pause_ms))
    return
  }
  const kinds = KINDS.filter(({ key }) => key === kind)
  for await (const user_id of whoChose(db, 'at_once', kinds))
    await writeLetter(db, { user_id, about: kind, now, wanted: { by: ['at_once'], kinds: [kind] } })
}

/** Writes the daily mail for each person who wants one and of whose kinds something is new. */
export const gatherDigests = async ({ db, clock }: By): Promise<void> => {
  const now = clock.now()
  for await (const user_id of whoChose(db, 'digest', KINDS))
    await writeLetter(db, { user_id, about: 'digest', now, wanted: { by: ['digest'], kinds: KIND_KEYS } })
}

/** How long (ms) to wait with a letter: until a minute after the newest, or ten after the oldest. */
const pauseOf = async (db: Db, kind: KindKey, now: Date): Promise<number> => {
  const { rows } = await sql<{ newest: Date | null; oldest: Date | null }>`
    SELECT max(began_at) AS newest, min(began_at) AS oldest FROM notices
    WHERE kind = ${kind} AND began_at > ${new Date(now.getTime() - WAIT_MS_MAX)}
      AND seq > (SELECT COALESCE(max(to_seq), 0) FROM notice_letters WHERE about = ${kind})`.execute(db)
  const { newest, oldest } = rows[0] ?? {}
  if (!newest || !oldest) return 0
  return Math.min(newest.getTime() + QUIET_MS, oldest.getTime() + WAIT_MS_MAX) - now.getTime()
}

type Draft = { user_id: string; about: About; now: Date; wanted: Pick<Wanted, 'by' | 'kinds'> }

/** Writes down the next letter to a person, if there is something new in it, together with the job that sends it. */
const writeLetter = async (db: Db, { user_id, about, now, wanted }: Draft): Promise<void> => {
  const caller = await loadAbsent(db, { kind: 'user', id: user_id }, now)
  if (caller?.kind !== 'user') return
  const after_seq = await lastSeq(db, user_id, about)
  const reader = await readerOf({ db, caller, now })
  const found = await readItems(db, reader, { ...wanted, boxes: ['inbox'], after_seq })
  const items = await withoutMailed(db, found)
  if (items.length === 0) return
  const to_seq = Math.max(...items.map(({ newest_seq }) => newest_seq))
  await inTransaction(db, async (tx) => {
    const made = await on(tx)
      .insertInto('notice_letters')
      .values({
        ...{ user_id, about, after_seq: String(after_seq), to_seq: String(to_seq) },
        ...{ made_at: now, settled_at: null },
      })
      .onConflict((same) => same.columns(['user_id', 'about', 'after_seq']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made) await enqueue(tx, letterJob, { letter_id: made.id })
  })
}

const lastSeq = async (db: Db, user_id: string, about: About): Promise<number> => {
  const last = on(db)
    .selectFrom('notice_letters')
    .select((eb) => eb.fn.max('to_seq').as('to_seq'))
  const row = await last.where('user_id', '=', user_id).where('about', '=', about).executeTakeFirst()
  return Number(row?.to_seq ?? 0)
}
