import { sql } from 'kysely'
import type { UserCaller } from '#domain/access/caller.ts'
import { conflict } from '#domain/problems.ts'
import { type Change, recordChange } from '../audit/record.ts'
import type { Tx } from '../platform/db/database.ts'
import { INACTIVE } from './scope.ts'
import type { Schedule } from './tables.ts'

/** Throws conflict while the account of a report's owner is deactivated: nothing is made for them then. */
export const demandActiveOwner = async (tx: Tx, user_id: string): Promise<void> => {
  const { rows } = await sql`SELECT FROM users WHERE id = ${user_id} AND is_active`.execute(tx)
  if (rows.length === 0) throw conflict('report_paused', INACTIVE)
}

type Of = Pick<Schedule, 'id' | 'user_id' | 'name'>

/** What people do with their own is their own matter; what a superadmin does to another's is told. */
export const recordForAnother = async <const F extends string>(
  tx: Tx,
  { caller, now }: { caller: UserCaller; now: Date },
  { id, user_id, name }: Of,
  change: Omit<Change<F>, 'target'>,
): Promise<void> => {
  if (user_id === caller.user_id) return
  const target = { kind: 'report_schedule' as const, id, name, sender_entity_id: null }
  await recordChange(tx, { caller, now }, { ...change, target })
}
