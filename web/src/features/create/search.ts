import { NOTE_TYPES } from './form/note-types.ts'

type Search = Record<string, unknown>

/** `?from={uuid}&type=02`: a note that corrects a validated document. */
export const readCreate = (search: Search) => {
  const type = NOTE_TYPES.find((one) => one === search.type)
  return { ...(typeof search.from === 'string' && type && { from: search.from, type }) }
}

/** `?isTemplate=true`: the address names a template, not a document. */
export const readEdit = (search: Search) => ({
  ...(String(search.isTemplate) === 'true' && { isTemplate: true as const }),
})
