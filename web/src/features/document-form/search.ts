import { z } from 'zod'
import { readAddress, text } from '../../ui/address/read-address.ts'
import { NOTE_TYPES } from './form/note-types.ts'

const readNote = readAddress({ from: text, type: z.enum(NOTE_TYPES) })

/** `?from={uuid}&type=02`: a note that corrects a validated document; either alone says nothing. */
export const readCreate = (search: Record<string, unknown>): ReturnType<typeof readNote> => {
  const { from, type } = readNote(search)
  return from && type ? { from, type } : { from: undefined, type: undefined }
}

/** A field of the payload, as messages name them: `buyer`, `customer.tin_no`, `items.0.tax_type`. */
const fieldName = z.string().regex(/^[a-z_]{1,40}(?:\.[a-z0-9_]{1,40}){0,2}$/)

/**
 * `?isTemplate=true`: the address names a template, not a document. `?field=customer.tin_no`: the form opens with the
 * cursor there.
 */
export const readEdit = readAddress({
  field: fieldName,
  isTemplate: z.coerce
    .string()
    .pipe(z.literal('true'))
    .transform(() => true as const),
})
