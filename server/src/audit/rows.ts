import type { Generated, Insertable } from 'kysely'
import type { Tx } from '../platform/db/database.ts'

type EventRow = {
  id: Generated<string>
  nr: Generated<string>
  at: Date
  user_id: string | null
  api_key_id: string | null
  actor_name: string
  actor_email: string
  actor_is_admin: boolean
  action: string
  target_kind: string
  target_id: string
  target_name: string
  sender_entity_id: string | null
  field: string
  old_value: string
  new_value: string
}

export const insertEvents = async (tx: Tx, rows: Insertable<EventRow>[]) => {
  await tx.withTables<{ audit_events: EventRow }>().insertInto('audit_events').values(rows).execute()
}
