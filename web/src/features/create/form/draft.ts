import { z } from 'zod'
import { emptyParty } from '#domain/documents/document.ts'
import { type DocumentForm, HEADER_FIELDS, LINE_FIELDS } from './state.ts'

/** Where drafts are kept: the browser's local storage, or a stand-in with the same two calls. */
export type DraftShelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** One draft per user and document; `slot` is `new`, the document's uuid, or what the form was opened from. */
export const draftKey = (user_id: string, slot: string) => `draft:${user_id}:${slot}`

export type Draft = { saved_at: string; form: DocumentForm }

/** Keeps the form; a full or forbidden storage costs the draft, never the form. */
export const keepDraft = (shelf: DraftShelf, key: string, form: DocumentForm, now: Date) => {
  try {
    shelf.setItem(key, JSON.stringify({ saved_at: now.toISOString(), form } satisfies Draft))
  } catch {
    // The clerk works on without a draft.
  }
}

export const dropDraft = (shelf: DraftShelf, key: string) => shelf.removeItem(key)

/** The draft kept under a key, or null when there is none or an older version of the form wrote it. */
export const readDraft = (shelf: DraftShelf, key: string): Draft | null => {
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
