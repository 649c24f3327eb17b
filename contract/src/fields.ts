import { z } from 'zod'
import { identityAsKept } from '#domain/identity/normalise.ts'
import { isDecimal, parseDecimal } from '#domain/money/decimal.ts'
import { isCalendarDate, NO_DATE } from '#domain/time/dates.ts'
import { PAGE_MAX } from './reading/page-max.ts'
import { plainUnion } from './reading/plain-union.ts'
import { quickList, withReader } from './reading/quickly.ts'

const bounded = (length_max: number) =>
  z.string().max(length_max, `At most ${length_max} characters are allowed.`).nullish()

/** A bounded text as it came; null and absent read as empty. */
export const asWritten = (length_max: number) =>
  withReader(
    bounded(length_max).transform((value) => value ?? ''),
    (value, unread) => shortText(value, length_max) ?? unread,
  )

/** A bounded text; null and absent read as empty. Trimmed, since clerks paste. */
export const text = (length_max: number) =>
  withReader(
    bounded(length_max).transform((value) => (value ?? '').trim()),
    (value, unread) => shortText(value, length_max)?.trim() ?? unread,
  )

/** Undefined where it is no text, or perhaps too long. */
const shortText = (value: unknown, length_max: number): string | undefined => {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' && value.length <= length_max ? value : undefined
}

/** Upon which state of a row a change is made, as its `modified_at` was read; without it the last change counts. */
export const seenAt = z.iso.datetime('Please send modified_at as it was read.').nullish()

/** What our own answers say and nobody can set: it may come back, and means nothing (decisions.md §11). */
export const ignored = z.unknown().optional()

/** A list whose length is looked at before its members, so that an endless one costs nothing. */
export const listUpTo = <T extends z.ZodType>(member: T, length_max: number, message: string) =>
  quickList(
    z.array(z.custom<z.input<T>>()).max(length_max, message).pipe(z.array(member)),
    member,
    length_max,
  )

/** An optional time of day, `HH:MM` or `HH:MM:SS`; absent reads as empty. */
export const optionalTime = text(20).refine(
  (value) => value === '' || /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/.test(value),
  'Please enter a time (HH:MM:SS).',
)

/** A decimal as text or number, thousands separators tolerated; at most `places` decimals. */
export const decimal = (absent: string, places: 2 | 4 | 8 = 2) =>
  withReader(
    figure().transform((value, context) => {
      if (isAbsent(value)) return absent
      const parsed = parseFigure(value, context)
      if (parsed === undefined || hasPlaces(parsed, places)) return parsed ?? z.NEVER
      context.addIssue({ code: 'custom', message: `At most ${places} decimal places are allowed.` })
      return z.NEVER
    }),
    (value, unread) => {
      if (isAbsent(value)) return absent
      const parsed = shortDecimal(value)
      return parsed !== undefined && hasPlaces(parsed, places) ? parsed : unread
    },
  )

const FIGURE_CHARS_MAX = 40

const figure = () =>
  plainUnion([z.string().max(FIGURE_CHARS_MAX), z.number()], 'Please enter a number.').nullish()

/** Undefined, and why, where it is none, or where a program that reads numbers as floats may have changed it. */
const parseFigure = (value: string | number, context: z.RefinementCtx): string | undefined => {
  const parsed = parseDecimal(value)
  const is_exact = typeof value === 'string' || String(value).replaceAll(/\D/g, '').length <= FLOAT_DIGITS
  if (parsed !== undefined && is_exact) return parsed
  const message = is_exact
    ? 'Please enter a number.'
    : 'Please send this figure as a text: it has too many digits for a number.'
  context.addIssue({ code: 'custom', message })
  return undefined
}
/** Every decimal of so many digits is a float of its own. */
const FLOAT_DIGITS = 15

const isAbsent = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || value === ''

const hasPlaces = (value: string, places: number) => {
  const point = value.indexOf('.')
  return point < 0 || value.length - point - 1 <= places
}

/** Undefined where it is none, or written at length. */
const shortDecimal = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= FIGURE_CHARS_MAX ? parseDecimal(value) : undefined

/** A switch; programs send it as a text too. Null and absent read as null. */
export const optionalFlag = plainUnion([z.boolean(), z.string().max(5)], 'Please send true or false.')
  .nullish()
  .transform((value, context) => {
    if (typeof value !== 'string') return value ?? null
    const written = value.trim().toLowerCase()
    if (written === 'true' || written === 'false') return written === 'true'
    context.addIssue({ code: 'custom', message: 'Please send true or false.' })
    return z.NEVER
  })

/** A figure that the payload may state; absent means "the server calculates it". */
export const statedDecimal = withReader(
  figure().transform((value, context) => {
    if (isAbsent(value)) return undefined
    return parseFigure(value, context) ?? z.NEVER
  }),
  (value, unread) => (isAbsent(value) ? undefined : (shortDecimal(value) ?? unread)),
)

/** A decimal in an answer: plain text, never a float, with at least two decimals. */
export const amount = z.string().refine((text) => isDecimal(text) && /\.\d\d/.test(text))

export const calendarDate = z.string().refine(isCalendarDate, NO_DATE)

/** An optional calendar date; empty text and null read as null. */
export const optionalDate = z
  .union([z.literal(''), calendarDate])
  .nullish()
  .transform((value) => value || null)

/** An instant in an answer: ISO 8601 in UTC. */
export const instant = z.string()

/** An id of ours, in the small letters in which it is stored and compared. */
export const uuid = (message: string) => z.uuid(message).toLowerCase()

export const uuidParams = z.object({ uuid: uuid('Not a document id.') })

/** "a,b,c" in a query → ["a","b","c"]; bounded. A parameter that is repeated means the same (read-input.ts). */
export const commaList = z
  .string()
  .max(500)
  .optional()
  .transform((value) =>
    (value ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )

const searched = z.string().trim().max(200)
export const search = searched.optional()
/** The same for an identity number, which may be given as it stands on paper. */
export const identitySearch = searched.transform(identityAsKept).optional()

export const page = z.coerce.number().int().min(1).max(PAGE_MAX).default(1)

/** More than the limit means the limit. */
export const pageSize = (absent: number, size_max: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .transform((size) => Math.min(size, size_max))
    .default(absent)

/** One of a few as a filter; empty means any. */
export const oneOf = <const K extends readonly [string, ...string[]]>(keys: K) =>
  z.union([z.literal('').transform(() => undefined), z.enum(keys)]).optional()

/** What a list is sorted by; empty means the list's own order. */
export const sortBy = oneOf

/** Empty means the default. */
const orderOf = (absent: 'asc' | 'desc') =>
  z.union([z.literal('').transform(() => absent), z.enum(['asc', 'desc'])]).default(absent)

/** The last one first, unless said otherwise. */
export const sortOrder = orderOf('desc')
/** From A to Z, unless said otherwise. */
export const order = orderOf('asc')

/** A list's envelope: `count` of all matching rows, and the addresses of the neighbouring pages. */
export const listOf = <T extends z.ZodType>(row: T) =>
  z.object({
    count: z.int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(row),
  })

/** A day of a filter; empty means none. */
export const optionalDay = z.union([z.literal(''), calendarDate]).optional()

/** Where a log goes on: an instant, and which row of that instant. Callers take it from `next`. */
export const logAfter = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_\d{1,18}$/, 'Please follow the address in next.')
  .refine((place) => !Number.isNaN(Date.parse(place.slice(0, 24))), 'Please follow the address in next.')
  .optional()

/** The envelope of a log, newest first: it is read on by following `next`, and never counted. */
export const logOf = <T extends z.ZodType>(row: T) =>
  z.object({ next: z.string().nullable(), results: z.array(row) })

/** Why somebody does something. */
export const reason = (length_max: number) =>
  z
    .string()
    .trim()
    .min(1, 'Please give a reason.')
    .max(length_max, `At most ${length_max} characters are allowed.`)
