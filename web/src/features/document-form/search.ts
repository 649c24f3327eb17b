import { choice, matching, type Reader, readAddress, text } from '../../ui/address/read-address.ts'
import { NOTE_TYPES } from '../../widgets/drafts/note-types.ts'

const readAny = readAddress({ from: text, type: choice(NOTE_TYPES), copy: text, correct: text, draft: text })

/**
 * `?from={uuid}&type=02`: a note that corrects a validated document; either alone says nothing. `?correct={uuid}`: what
 * replaces one. `?copy={uuid}`: another document like it. `?draft={slot}#{opening}`: what was typed into a form that
 * cannot be opened any more.
 */
export const readCreate = (search: Record<string, unknown>): ReturnType<typeof readAny> => {
  const { from, type, ...rest } = readAny(search)
  return from && type ? { from, type } : { from: undefined, type: undefined, ...rest }
}

/** A field of the payload, as messages name them: `buyer`, `customer.tin_no`, `items.0.tax_type`. */
const fieldName = matching(/^[a-z_]{1,40}(?:\.[a-z0-9_]{1,40}){0,2}$/)

/** The router says it as it was said, or as it was read. */
const yes: Reader<true> = (given) => (String(given) === 'true' ? true : undefined)

/**
 * `?isTemplate=true`: the address names a template, not a document. `?field=customer.tin_no`: the form opens with the
 * cursor there.
 */
export const readEdit = readAddress({
  field: fieldName,
  isTemplate: yes,
})
