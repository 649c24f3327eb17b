import { sql } from 'kysely'
import { conflict, ProblemError } from '#domain/problems.ts'
import type { Tx } from '../../platform/db/database.ts'
import { ENDED } from './move.ts'
import { type ImportRecord, on } from './tables.ts'

/** So many uploads of one person or key may be unfinished at a time, and so many of one company. */
export const UNFINISHED_MAX = 50
export const UNFINISHED_OF_COMPANY_MAX = 200

/** Until some of those that go on by themselves have come to their end. */
const AGAIN_S = 60

/**
 * Refuses an import that was just made where too many have not ended. Throws conflict `imports_full`; `too_many` for
 * one that goes on by itself, since others do as well.
 */
export const demandRoom = async (tx: Tx, one: ImportRecord): Promise<void> => {
  const { maker_id, sender_entity_id } = one
  if ((await countUnfinished(tx, 'maker_id', maker_id)) > UNFINISHED_MAX)
    throw isFull(one, {
      by_hand: `${UNFINISHED_MAX} of your uploads are not finished; no more fit. Store or cancel older ones first.`,
      by_itself: `${UNFINISHED_MAX} of your uploads are not finished; no more fit. Please try again in a minute.`,
    })
  if (sender_entity_id === null) return
  if ((await countUnfinished(tx, 'sender_entity_id', sender_entity_id)) > UNFINISHED_OF_COMPANY_MAX)
    throw isFull(one, {
      by_hand:
        `${UNFINISHED_OF_COMPANY_MAX} uploads of this company are not finished; no more fit. ` +
        'Older ones must be stored or cancelled first.',
      by_itself:
        `${UNFINISHED_OF_COMPANY_MAX} uploads of this company are not finished; no more fit. ` +
        'Please try again in a minute.',
    })
}

type Words = { by_hand: string; by_itself: string }

const isFull = ({ unattended }: ImportRecord, { by_hand, by_itself }: Words) =>
  unattended
    ? new ProblemError({ kind: 'too_many', code: 'too_many', message: by_itself, retry_after_s: AGAIN_S })
    : conflict('imports_full', by_hand)

/** Who counts next waits until this transaction ends, so that none is overlooked. */
const countUnfinished = async (
  tx: Tx,
  whose: 'maker_id' | 'sender_entity_id',
  id: string,
): Promise<number> => {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`imports of ${id}`}, 0))`.execute(tx)
  const { n } = await on(tx)
    .selectFrom('imports')
    .where(whose, '=', id)
    .where('state', 'not in', ENDED)
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}
