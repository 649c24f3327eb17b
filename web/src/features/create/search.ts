import { NOTE_TYPES } from './form/note-types.ts'

type Search = Record<string, unknown>

/** `?from={uuid}&type=02`: a note that corrects a validated document. */
export const readCreate = (search: Search) => {
  const type = NOTE_TYPES.find((one) => one === search.type)
  return { ...(typeof search.from === 'string' && type && { from: search.from, type }) }
}

/** A field of the payload, as messages name them: `buyer`, `customer.tin_no`, `items.0.tax_type`. */
const FIELD = /^[a-z_]{1,40}(?:\.[a-z0-9_]{1,40}){0,2}$/

/**
 * `?isTemplate=true`: the address names a template, not a document. `?field=customer.tin_no`: the form opens with the
 * cursor there.
 */
export const readEdit = (search: Search) => ({
  ...(typeof search.field === 'string' && FIELD.test(search.field) && { field: search.field }),
  ...(String(search.isTemplate) === 'true' && { isTemplate: true as const }),
})
