import { sql } from 'kysely'
import { recordChange } from '../../audit/record.ts'
import type { Environment } from '../../authority/wire/environments.ts'
import { targetOf } from '../../entities/records/lock.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { on } from '../store/tables.ts'

type Skipped = { name: string; environment: Environment; began_at: Date; why: string }
type Open = Skipped & { sender_entity_id: string }

/** `tin_no`: of the company with this TIN alone. */
type Skipping = { db: Db; now: Date; really: boolean; tin_no?: string | undefined }

/**
 * What is still to be compared of companies that have credentials, and, if it is `really` to be so, is not any more, as
 * the audit log tells: for whoever knows that nothing was sent since, where LHDN does not let itself be searched. What
 * waits for credentials is neither named nor skipped.
 */
export const skipComparisons = ({ db, now, really, tin_no }: Skipping): Promise<Skipped[]> =>
  inTransaction(db, async (tx) => {
    const { rows: open } = await sql<Open>`SELECT c.sender_entity_id, e.name, c.environment, c.began_at, c.why
      FROM comparisons AS c JOIN entity_secrets AS s USING (sender_entity_id, environment)
        JOIN sender_entities AS e ON e.id = c.sender_entity_id
      WHERE ${tin_no === undefined ? sql`TRUE` : sql`e.tin_no = ${tin_no}`}
      ORDER BY e.name, c.environment`.execute(tx)
    if (!really) return open
    const skipped: Skipped[] = []
    for (const one of open) if (await skip(tx, one, now)) skipped.push(one)
    return skipped
  })

/** Whether it was still open: the worker may have come to its end meanwhile. */
const skip = async (tx: Tx, { sender_entity_id, environment, name, began_at }: Open, now: Date) => {
  const { numDeletedRows } = await on(tx)
    .deleteFrom('comparisons')
    .where('sender_entity_id', '=', sender_entity_id)
    .where('environment', '=', environment)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return false
  const field = `${environment}.comparison`
  const before = { [field]: `since ${began_at.toISOString()}` }
  const target = targetOf({ id: sender_entity_id, name })
  await recordChange(
    tx,
    { caller: undefined, now },
    { target, before, after: { [field]: 'skipped' }, fields: [field] },
  )
  return true
}
