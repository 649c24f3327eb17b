import { sql } from 'kysely'
import { conflict } from '#domain/problems.ts'
import type { Tx } from '../../platform/db/database.ts'
import { ENDED } from './move.ts'
import { type ImportRecord, on } from './tables.ts'

/** So many uploads of one person or key may be unfinished at a time, and so many of one company. */
export const UNFINISHED_MAX = 50
export const UNFINISHED_OF_COMPANY_MAX = 200

/** Refuses an import that was just made where too many have not ended. Throws conflict `imports_full`. */
export const demandRoom = async (tx: Tx, { maker_id, sender_entity_id }: ImportRecord): Promise<void> => {
  if ((await countUnfinished(tx, 'maker_id', maker_id)) > UNFINISHED_MAX)
    throw conflict(
      'imports_full',
      `${UNFINISHED_MAX} of your uploads are not finished; no more fit. Store or cancel older ones first.`,
    )
  if (sender_entity_id === null) return
  if ((await countUnfinished(tx, 'sender_entity_id', sender_entity_id)) > UNFINISHED_OF_COMPANY_MAX)
    throw conflict(
      'imports_full',
      `${UNFINISHED_OF_COMPANY_MAX} uploads of this company are not finished; no more fit. ` +
        'Older ones must be stored or cancelled first.',
    )
}

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
