import { sql } from 'kysely'

/** Of zeros, with which numbers are filled up, so many are marked at most. */
const ZEROS_MAX = 7
/** A text is looked for by so many marks at most: each is looked for in every week. */
const PARTS_MAX = 6
const MARKABLE = /^[\x20-\x7e]+$/

/**
 * The parts of a text that numbers are marked by (migration 0077): enough of them to cover it, from its end on, where
 * numbers differ most. None of a text too short; letters beyond ASCII, which have several ways to be small, are left to
 * whoever compares.
 */
export const markedParts = (text: string): string[] => {
  const letters = [...text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())]
  const small = letters.join('')
  const zeros = (small.match(/0{4,}/g) ?? []).map((run) => run.slice(0, ZEROS_MAX))
  const after_zeros = small.match(/000[^0]/g) ?? []
  const ends = Array.from({ length: Math.floor(letters.length / 3) }, (_, at) => letters.length - at * 3)
  const threes = ends.length > 0 ? [...ends, 3].map((end) => letters.slice(end - 3, end).join('')) : []
  const two = letters.length === 2 && /\D/.test(small) ? [small] : []
  const parts = [...zeros, ...after_zeros, ...threes, ...two].filter((part) => MARKABLE.test(part))
  const distinct = [...new Set(parts)]
  const wide = distinct.filter((part) => !distinct.some((other) => other !== part && other.includes(part)))
  return wide.slice(0, PARTS_MAX)
}

/** Of the marks of a number: they may be of one with this text, of the week that the statement has as `week`. */
export const bear = (text: string) => {
  const parts = markedParts(text)
  const marks = (all: readonly string[]) => sql.join(all.map((part) => sql`hashtextextended(${part}, week)`))
  // Two letters are not marked where a number has too many of them.
  return parts[0]?.length === 2 ? sql`&& ARRAY[${marks([...parts, ''])}]` : sql`@> ARRAY[${marks(parts)}]`
}

/** Whether a part of a number can be looked for by its marks. */
export const isMarked = (text: string | undefined): text is string =>
  text !== undefined && markedParts(text).length > 0

/** Whether a part of a number has no marks but what is no digit: one letter, or one with several ways to be small. */
export const isLettered = (text: string | undefined): text is string =>
  text !== undefined && /[^0-9]/.test(text) && !isMarked(text)

/** The departments of whose numbers any ever had the first such sign of a text, as a subquery (migration 0079). */
export const storesOfLetter = (text: string) => sql`(SELECT store_code_id FROM number_letters
  WHERE letter = (SELECT letter FROM letters_of(${text}) AS letter LIMIT 1))`
