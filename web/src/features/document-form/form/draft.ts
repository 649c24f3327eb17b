import { z } from 'zod'
import { emptyParty } from '#domain/documents/document.ts'
import { type DocumentForm, HEADER_FIELDS, LINE_FIELDS } from './state.ts'

/** Where drafts are kept: the browser's local storage, or a stand-in with the same calls. */
export type DraftShelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/**
 * `sending`: the call that was on its way when this was kept, by its Idempotency-Key and when it left; whether it
 * stored the document is not known.
 */
export type Draft = { saved_at: string; form: DocumentForm; sending?: Sending }
export type Sending = { key: string; at: string }
export type KeptDraft = Draft & { shelf_key: string; slot: string }

/** The slot of a document that is begun from nothing. */
export const NEW_DOCUMENT = 'new'

const ofUser = (user_id: string) => `draft:${user_id}:`

/**
 * One draft per opening of the form, so that no tab writes over another's and none over an earlier one. `slot` is
 * `new`, the document's uuid, or what the form was opened from.
 */
export const draftKey = (user_id: string, slot: string, opening: string) =>
  `${ofUser(user_id)}${slot}#${opening}`

/** Keeps the form; a full or forbidden storage costs the draft, never the form. Answers whether it is kept. */
export const keepDraft = (shelf: DraftShelf, key: string, draft: Draft): boolean => {
  try {
    shelf.setItem(key, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export const dropDraft = (shelf: DraftShelf, key: string) => shelf.removeItem(key)

/** The drafts of a user, of all forms or of one slot, newest first; what an older version wrote is not read. */
export const readDrafts = (shelf: DraftShelf, user_id: string, slot?: string): KeptDraft[] => {
  const prefix = ofUser(user_id)
  const keys = Array.from({ length: shelf.length }, (_, at) => shelf.key(at) ?? '')
  return keys
    .filter((key) => key.startsWith(prefix))
    .flatMap((shelf_key) => {
      const of = shelf_key.slice(prefix.length).split('#')[0] ?? ''
      const draft = slot === undefined || slot === of ? readDraft(shelf, shelf_key) : null
      return draft ? [{ ...draft, shelf_key, slot: of }] : []
    })
    .toSorted((a, b) => b.saved_at.localeCompare(a.saved_at))
}

const readDraft = (shelf: DraftShelf, key: string): Draft | null => {
  try {
    const read = Kept.safeParse(JSON.parse(shelf.getItem(key) ?? 'null'))
    // The schema is made of the very lists that the type is made of.
    return read.success ? (read.data as Draft) : null
  } catch {
    return null
  }
}

const texts = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, z.string()]))
const Party = z.object({ ...texts(Object.keys(emptyParty)), sender_entity_id: z.string() })
const Kept = z.object({
  saved_at: z.iso.datetime(),
  sending: z.object({ key: z.string(), at: z.iso.datetime() }).optional(),
  form: z.object({
    ...texts(HEADER_FIELDS),
    selfbilling: z.boolean(),
    sender: Party.nullable(),
    customer: Party.nullable(),
    items: z.array(
      z.object({ ...texts(LINE_FIELDS), id: z.string(), discount_by: z.enum(['rate', 'amount']) }),
    ),
  }),
})
