import { z } from 'zod'
import { textFault } from '#domain/text/characters.ts'
import { isCalendarDate } from '#domain/time/dates.ts'

const LENGTH_MAX = 200
const PAGE_MAX = 100_000

/** A text without blanks around it, of characters that the server takes. */
export const text = z
  .string()
  .transform((value) => value.trim().slice(0, LENGTH_MAX) || undefined)
  .refine((value) => value === undefined || textFault(value) === undefined)

/** A calendar date, `YYYY-MM-DD`. */
export const day = z.string().refine(isCalendarDate)

/** A page by its number; the first one need not be said. */
export const pageNumber = z.coerce.number().int().min(1).max(PAGE_MAX)

/** One of the page sizes that a list offers. */
export const oneOf = (sizes: readonly number[]) => z.coerce.number().refine((size) => sizes.includes(size))

export type Shape = Record<string, z.ZodType>
export type Read<S extends Shape> = { [K in keyof S]?: z.output<S[K]> | undefined }

/**
 * Reads what anybody may have typed into an address: what makes no sense is undefined, by name, since the router hands
 * on the raw text of every name that a reader leaves out.
 */
export const readAddress = <S extends Shape>(shape: S) => {
  const readers = Object.entries(shape).map(
    ([name, type]) => [name, type.optional().catch(undefined)] as const,
  )
  return (search: Record<string, unknown>): Read<S> => {
    const given = new Map(Object.entries(search))
    const read = readers.map(([name, type]) => [name, type.parse(given.get(name))])
    // Every key of the shape, read by its own type.
    return Object.fromEntries(read) as Read<S>
  }
}

/** Whether an address says anything of these. */
export const saysAny = (search: object): boolean =>
  Object.values(search).some((value) => value !== undefined && value !== '')
