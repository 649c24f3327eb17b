import { z } from 'zod'
import { emptyParty } from '#domain/documents/document.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import { type DraftShelf, draftsOf, type OnShelf, readShelf } from '../../../widgets/drafts/shelf.ts'
import type { FormErrors } from './errors.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { Editing } from './request.ts'
import { type DocumentForm, HEADER_FIELDS, LINE_FIELDS } from './state.ts'

/**
 * `sending`: the call that was on its way when this was kept, by its Idempotency-Key, when it left, and what it sent
 * (`print`); whether it stored the document is not known. `revision`: that of the edited document upon which it was
 * begun. `errors`: what still stood at the fields.
 */
export type Draft = {
  saved_at: string
  form: DocumentForm
  errors?: FormErrors | undefined
  revision?: number | undefined
  sending?: Sending | undefined
}
export type Sending = { key: string; at: string; print: string }
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

/** Whether a form says no more than the call that was on its way with it. */
export const isAsSent = (form: DocumentForm, { print }: Sending): boolean => fingerprintOf(form) === print

/** A key is remembered for a day by the server (decisions: idempotency); an hour is kept clear of its end. */
const KEY_KNOWN_MS = 23 * HOUR_MS

/** Whether the server can still be asked what became of a call. */
export const isKeyKnown = ({ at }: Pick<Sending, 'at'>, now_ms: number): boolean =>
  now_ms - Date.parse(at) <= KEY_KNOWN_MS

/**
 * The call that was on its way with a draft of this slot has stored a document, and no answer can come any more. What
 * was typed since is a draft of that one.
 */
export const dropSent = (
  shelf: DraftShelf,
  { user_id, slot, stored }: { user_id: string; slot: string; stored: Stored },
): void => {
  for (const { shelf_key, slot: _, sending, form, ...draft } of readDrafts(shelf, user_id, slot)) {
    if (!sending) continue
    const rest = { ...draft, form: { ...form, invoice_number: stored.invoice_number }, revision: 1 }
    const key = draftKey(user_id, stored.uuid, sending.key)
    if (isAsSent(form, sending) || keepDraft(shelf, key, rest)) dropDraft(shelf, shelf_key)
  }
}
type Stored = { uuid: string; invoice_number: string }

const texts = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, z.string()]))
const Party = z.object({ ...texts(Object.keys(emptyParty)), sender_entity_id: z.string() })
const KeptFields = z.object({
  saved_at: z.iso.datetime(),
  errors: z.record(z.string(), z.string()).optional(),
  revision: z.int().min(1).optional(),
  // Of a former version it is not known what was sent: anything may have been changed since.
  sending: z.object({ key: z.string(), at: z.iso.datetime(), print: z.string().default('') }).optional(),
  form: z.object({
    ...texts(HEADER_FIELDS),
    selfbilling: z.boolean(),
    sender: Party.nullable(),
    customer: Party.nullable(),
    // Drafts of an older version have neither.
    cancel_reason: z.string().default(''),
    voluntary_disclosure: z.boolean().default(false),
    items: z.array(
      z.object({ ...texts(LINE_FIELDS), id: z.string(), discount_by: z.enum(['rate', 'amount']) }),
    ),
  }),
})
/** The schema is made of the very lists that the type is made of. */
const Kept = KeptFields as unknown as z.ZodType<Draft>
