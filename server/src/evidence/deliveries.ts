import { sql } from 'kysely'
import type { Delivery } from '#contract/logs/chain.ts'
import type { Db, Tx } from '../platform/db/database.ts'

type DeliveryRow = Omit<Delivery, 'at'> & { at: Date }

const on = (handle: Db | Tx) => handle.withTables<{ anchor_deliveries: DeliveryRow }>()

/** Whether it is new: another process may have noted it. */
export const insertDelivery = async (tx: Tx, { file, way, at }: Omit<DeliveryRow, 'state'>) => {
  const { numInsertedOrUpdatedRows } = await on(tx)
    .insertInto('anchor_deliveries')
    .values({ file, way, at, state: 'on_its_way' })
    .onConflict((known) => known.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** What became of a delivery. One that has arrived stays so. */
export const markDelivery = async (db: Db, { file, way, ...became }: DeliveryRow) => {
  await on(db)
    .updateTable('anchor_deliveries')
    .set(became)
    .where('file', '=', file)
    .where('way', '=', way)
    .where('state', '<>', 'delivered')
    .execute()
}

/** Of each way the delivery of the newest anchor. */
export const readLastDeliveries = async (db: Db): Promise<Delivery[]> => {
  const { rows } = await sql<DeliveryRow>`
    SELECT DISTINCT ON (way) file, way, state, at FROM anchor_deliveries ORDER BY way, file DESC`.execute(db)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}
