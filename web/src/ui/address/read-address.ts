import { PAGE_MAX } from '#contract/reading/page-max.ts'
import { textFault } from '#domain/text/characters.ts'
import { GUID } from '#domain/text/guid.ts'
import { isCalendarDate } from '#domain/time/dates.ts'

const LENGTH_MAX = 200
/** So many characters of codes the server takes (`commaList`). */
export const CODES_LENGTH_MAX = 500

/**
 * Reads one value of an address, a text or nothing; undefined where it makes no sense. Every screen starts with these,
 * so they are plain functions: the schema library would weigh more than all of them together.
 */
export type Reader<T> = (given: unknown) => T | undefined

/** Texts of this form. */
export const matching =
  (pattern: RegExp): Reader<string> =>
  (given) =>
    typeof given === 'string' && pattern.test(given) ? given : undefined

/** One of these words. */
export const choice =
  <const T extends string>(words: readonly T[]): Reader<T> =>
  (given) =>
    words.find((word) => word === given)

/** A text without blanks around it, of characters that the server takes. */
export const text: Reader<string> = (given) => {
  if (typeof given !== 'string') return undefined
  const read = given.trim().slice(0, LENGTH_MAX)
  return read === '' || textFault(read) ? undefined : read
}

/** Codes with commas between them. Of too many the first are left, none of them cut. */
export const codes: Reader<string> = (given) => {
  if (typeof given !== 'string' || textFault(given)) return undefined
  let read = ''
  for (const code of given.split(',').map((part) => part.trim())) {
    const next = read && code ? `${read},${code}` : read + code
    if (next.length > CODES_LENGTH_MAX) break
    read = next
  }
  return read || undefined
}

/** A calendar date, `YYYY-MM-DD`. */
export const day: Reader<string> = (given) =>
  typeof given === 'string' && isCalendarDate(given) ? given : undefined

export const uuid = matching(GUID)

/** A page by its number; the first one need not be said. */
export const pageNumber: Reader<number> = (given) => {
  const read = Number(given)
  return Number.isInteger(read) && read >= 1 && read <= PAGE_MAX ? read : undefined
}

/** One of the page sizes that a list offers. */
export const oneOf =
  (sizes: readonly number[]): Reader<number> =>
  (given) =>
    sizes.find((size) => size === Number(given))

export type Shape = Record<string, Reader<unknown>>
export type Read<S extends Shape> = { [K in keyof S]?: ReturnType<S[K]> }

/**
 * Reads what anybody may have typed into an address: what makes no sense is undefined, by name, since the router hands
 * on the raw text of every name that a reader leaves out.
 */
export const readAddress = <S extends Shape>(shape: S) => {
  const readers = Object.entries(shape)
  return (search: Record<string, unknown>): Read<S> => {
    const given = new Map(Object.entries(search))
    // Every key of the shape, read by its own reader.
    return Object.fromEntries(readers.map(([name, read]) => [name, read(given.get(name))])) as Read<S>
  }
}

/** Whether an address says anything of these. */
export const saysAny = (search: object): boolean =>
  Object.values(search).some((value) => value !== undefined && value !== '')
