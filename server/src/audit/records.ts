import type { RecordKind } from '../evidence/kind.ts'

/** The log as evidence. */
export const auditRecords: RecordKind = {
  table: 'audit_events',
  key: 'nr',
  columns: [
    ...['id', 'at', 'user_id', 'api_key_id', 'actor_name', 'actor_email', 'actor_is_admin', 'action'],
    ...['target_kind', 'target_id', 'target_name', 'sender_entity_id', 'field', 'old_value', 'new_value'],
  ],
  instants: ['at'],
}
