import type { Selectable } from 'kysely'
import { holds } from '#domain/access/caller.ts'
import { noticeWords } from '#domain/letters/notices.ts'
import { addressOf } from '#domain/notifications/addresses.ts'
import { loadAbsent } from '../../access/caller.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Letter } from '../../platform/mail/letter.ts'
import type { SendMail } from '../../platform/mail/mail.ts'
import { messageIdOf } from '../../platform/mail/post.ts'
import { findUser } from '../../users/find.ts'
import { type Item, readItems } from '../notices/read.ts'
import { readerOf } from '../notices/reader.ts'
import { withoutMailed } from './mailed-apart.ts'
import { type LetterTable, on } from './tables.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

type By = { db: Db; clock: Clock; send: SendMail; public_url: string; secret_key: string }
type Row = Selectable<LetterTable>

/**
 * Sends a letter that was written down, with what its reader sees at this moment: what was done meanwhile, and what is
 * out of their reach by now, is not in it, and of nothing there is no mail. Whoever may no longer sign in gets none. A
 * try that ends between the mail and the note of it is repeated under the same Message-ID.
 */
export const sendLetter = async (by: By, { letter_id }: { letter_id: string }): Promise<void> => {
  const { db, clock, send } = by
  const row = await on(db)
    .selectFrom('notice_letters')
    .where('id', '=', letter_id)
    .selectAll()
    .executeTakeFirst()
  if (!row || row.settled_at) return
  const composed = await compose(by, row)
  if (composed) {
    const message_id = messageIdOf(row.id, by.public_url)
    const { to, letter, unsubscribe_url } = composed
    await send(to, letter, { message_id, ...(unsubscribe_url && { unsubscribe_url }) })
  }
  await inTransaction(db, (tx) =>
    on(tx)
      .updateTable('notice_letters')
      .set({ settled_at: clock.now() })
      .where('id', '=', letter_id)
      .where('settled_at', 'is', null)
      .execute(),
  )
}

const compose = async (by: By, row: Row) => {
  const { db, clock, public_url, secret_key } = by
  const now = clock.now()
  const caller = await loadAbsent(db, { kind: 'user', id: row.user_id }, now)
  if (caller?.kind !== 'user') return undefined
  const reader = await readerOf({ db, caller, now })
  const [after_seq, to_seq] = [Number(row.after_seq), Number(row.to_seq)]
  const digest = row.about === 'digest'
  // The daily mail tells of all that waits, if something of it is new; one at once only of what is new.
  const wanted =
    row.about === 'digest' ? { by: ['digest' as const] } : { by: ['at_once' as const], kinds: [row.about] }
  const read = async (span: { after_seq?: number; to_seq?: number }) =>
    withoutMailed(db, await readItems(db, reader, { ...wanted, boxes: ['inbox'], ...span }))
  const fresh = await read({ after_seq, to_seq })
  const [first, ...others] = digest && fresh.length > 0 ? await read({}) : fresh
  if (!first) return undefined
  const codes = new Map(caller.stores.map(({ store_code_id, code }) => [store_code_id, code]))
  const unsubscribe_url = digest ? unsubscribeUrl({ public_url, secret_key }, caller.user_id) : undefined
  const views = holds(caller, 'can_view_invoice') || holds(caller, 'can_view_all')
  const parts = { public_url, name: caller.display_name, codes, views, unsubscribe_url }
  const language = (await findUser(db, caller.user_id))?.language ?? null
  return { to: caller.email, letter: { ...letterOf([first, ...others], parts), language }, unsubscribe_url }
}

type Parts = {
  public_url: string
  name: string
  codes: ReadonlyMap<string, string>
  /** The reader may see the list of documents. */
  views: boolean
  unsubscribe_url: string | undefined
}

const letterOf = (items: readonly [Item, ...Item[]], parts: Parts): Letter => {
  const { public_url, name, unsubscribe_url } = parts
  const words = noticeWords(name, items, { digest: unsubscribe_url !== undefined })
  const preferences = `${public_url}/dashboard/my-account?tab=notifications`
  return {
    subject: words.subject,
    paragraphs: [words.greeting],
    points: items.map((item, at) => ({
      words: words.sentences[at] ?? '',
      url: urlOf(item, parts),
      said: item.reason,
    })),
    closing: {
      words: words.why,
      links: [
        { words: words.preferences, url: preferences },
        ...(unsubscribe_url ? [{ words: words.unsubscribe, url: unsubscribe_url }] : []),
      ],
    },
  }
}

/** Where the bell leads the same reader. */
const urlOf = (item: Item, { public_url, codes, views }: Parts): string => {
  const store_codes = item.store_code_ids.flatMap((id) => codes.get(id) ?? [])
  const { path, search } = addressOf({ ...item, store_codes }, views)
  const url = new URL(path, public_url)
  for (const [name, value] of Object.entries(search)) url.searchParams.set(name, value)
  return url.href
}
