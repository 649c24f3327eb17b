import type { Generated } from 'kysely'
import type { KindKey } from '#domain/notifications/kinds.ts'
import type { Environment } from '../../authority/wire/environments.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

/** Something that is so at present, whoever may see it. `seq` is a bigint, as text. */
export type NoticeTable = {
  seq: Generated<string>
  kind: KindKey
  subject: string
  topic: string
  label: string
  outcome: string
  reason: string
  origin: string
  sender_entity_id: string | null
  store_code_id: string | null
  user_id: string | null
  environment: Environment | null
  hidden_from: string[]
  began_at: Date
  due_at: Date | null
  look_at: Date | null
  ends_at: Date | null
}

export type MarkTable = {
  user_id: string
  kind: KindKey
  topic: string
  /** Sets of `seq`, as text: nothing is both done and snoozed. */
  done: Generated<string>
  formerly_done: Generated<string>
  snoozed: Generated<string>
  /** One morning for all that is snoozed. */
  snoozed_until: Date | null
  at: Date
}

/** The tables of what people are told of; nobody else reads or writes them. */
export const on = (handle: Db | Tx) => handle.withTables<{ notices: NoticeTable; notice_marks: MarkTable }>()
