import type { Generated } from 'kysely'
import type { KindKey } from '#domain/notifications/kinds.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

/** What a letter is about: one kind at once, or the daily mail. */
export type About = KindKey | 'digest'

export type LetterTable = {
  id: Generated<string>
  user_id: string
  about: About
  after_seq: string
  to_seq: string
  made_at: Date
  settled_at: Date | null
}

/** The table of the mails about notices; nobody else reads or writes it. */
export const on = (handle: Db | Tx) => handle.withTables<{ notice_letters: LetterTable }>()
