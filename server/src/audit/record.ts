import type { Caller } from '#domain/access/caller.ts'
import type { Tx } from '../platform/db/database.ts'
import { insertEvents } from './rows.ts'

export type Change = {
  /** Who did it; the server itself when undefined. */
  caller: Caller | undefined
  action: 'create' | 'update' | 'delete'
  target_kind: string
  target_id: string
  /** The changed fields. Nothing is written for a field whose value stayed the same. */
  fields: readonly { field: string; old_value: string; new_value: string }[]
  now: Date
}

const VALUE_LENGTH_MAX = 2_000

/** Writes one line per changed field to the audit log, in the transaction of the change. Never pass secrets. */
export const recordChange = async (tx: Tx, change: Change) => {
  const { caller, action, target_kind, target_id, now } = change
  const who = {
    user_id: caller?.kind === 'user' ? caller.user_id : null,
    api_key_id: caller?.kind === 'api_key' ? caller.key_id : null,
  }
  const rows = change.fields
    .filter((field) => field.old_value !== field.new_value)
    .map(({ field, old_value, new_value }) => ({
      at: now,
      ...who,
      action,
      target_kind,
      target_id,
      field,
      old_value: old_value.slice(0, VALUE_LENGTH_MAX),
      new_value: new_value.slice(0, VALUE_LENGTH_MAX),
    }))
  if (rows.length > 0) await insertEvents(tx, rows)
}
