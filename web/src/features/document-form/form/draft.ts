import { z } from 'zod'
import { emptyParty } from '#domain/documents/document.ts'
import { type DraftShelf, draftsOf, type OnShelf, readShelf } from '../../../widgets/drafts/shelf.ts'
import type { FormErrors } from './errors.ts'
import type { Editing } from './request.ts'
import { type DocumentForm, HEADER_FIELDS, LINE_FIELDS } from './state.ts'

/**
 * `sending`: the call that was on its way when this was kept, by its Idempotency-Key and when it left; whether it
 * stored the document is not known. `revision`: that of the edited document upon which it was begun. `errors`: what
 * still stood at the fields.
 */
export type Draft = {
  saved_at: string
  form: DocumentForm
  errors?: FormErrors | undefined
  revision?: number | undefined
  sending?: Sending
}
export type Sending = { key: string; at: string }
export type KeptDraft = OnShelf<Draft>

/**
 * One draft per opening of the form, so that no tab writes over another's and none over an earlier one. `slot` is
 * `new`, the document's uuid, or what the form was opened from.
 */
export const draftKey = (user_id: string, slot: string, opening: string) =>
  `${draftsOf(user_id)}${slot}#${opening}`

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
export const readDrafts = (shelf: DraftShelf, user_id: string, slot?: string): KeptDraft[] =>
  readShelf(shelf, { user_id, slot, schema: Kept })

/** A former version kept no revision: such a draft may be of any, and the first is never taken for a later one. */
export const revisionOf = ({ revision = 1 }: Pick<Draft, 'revision'>) => revision

/** Whether the document was changed after this draft of it was begun. */
export const isOvertaken = (draft: Pick<Draft, 'revision'>, editing: Editing | undefined): boolean =>
  editing !== undefined && revisionOf(draft) < editing.revision

/** The call that was on its way with a draft of this slot has arrived, and no answer can come any more. */
export const dropSent = (shelf: DraftShelf, user_id: string, slot: string): void => {
  for (const { shelf_key, sending } of readDrafts(shelf, user_id, slot))
    if (sending) dropDraft(shelf, shelf_key)
}

const texts = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, z.string()]))
const Party = z.object({ ...texts(Object.keys(emptyParty)), sender_entity_id: z.string() })
const KeptFields = z.object({
  saved_at: z.iso.datetime(),
  errors: z.record(z.string(), z.string()).optional(),
  revision: z.int().min(1).optional(),
  sending: z.object({ key: z.string(), at: z.iso.datetime() }).optional(),
  form: z.object({
    ...texts(HEADER_FIELDS),
    selfbilling: z.boolean(),
    sender: Party.nullable(),
    customer: Party.nullable(),
    // Drafts of an older version have none.
    cancel_reason: z.string().default(''),
    items: z.array(
      z.object({ ...texts(LINE_FIELDS), id: z.string(), discount_by: z.enum(['rate', 'amount']) }),
    ),
  }),
})
/** The schema is made of the very lists that the type is made of. */
const Kept = KeptFields as unknown as z.ZodType<Draft>
