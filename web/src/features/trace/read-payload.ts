import { isFields } from '#codes/own.ts'

/** One document in a text of JSON: alone, or as `submit-json` takes it; undefined where it is none. */
export const readPayload = (text: string): Record<string, unknown> | undefined => {
  const given = one(parse(text))
  const document = isFields(given) && 'invoices_data' in given ? one(given.invoices_data) : given
  return isFields(document) ? document : undefined
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What a list of one holds. */
const one = (value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : value)
