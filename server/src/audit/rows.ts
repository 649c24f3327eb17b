import { randomUUID } from 'node:crypto'
import type { GeneratedAlways, Insertable } from 'kysely'
import { seal } from '../evidence/seal.ts'
import type { Tx } from '../platform/db/database.ts'
import { auditRecords } from './records.ts'

type EventRow = {
  id: string
  nr: GeneratedAlways<string>
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

/** Events of one instant; the only way into the log. */
export const insertEvents = async (tx: Tx, events: Omit<Insertable<EventRow>, 'id'>[], now: Date) => {
  const rows = events.map((event) => ({ ...event, id: randomUUID() }))
  const numbered = await tx
    .withTables<{ audit_events: EventRow }>()
    .insertInto('audit_events')
    .values(rows)
    .returning(['id', 'nr'])
    .execute()
  const nrs = new Map(numbered.map(({ id, nr }) => [id, nr]))
  await seal(
    tx,
    auditRecords,
    rows.map((row) => ({ ...row, nr: nrs.get(row.id) })),
    now,
  )
}
