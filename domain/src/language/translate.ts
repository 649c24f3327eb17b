import { own } from '#codes/own.ts'

/** A sentence of ours and the same in another language; `{}` stands for what differs, in the order of the first. */
export type Catalogue = Readonly<Record<string, string>>

/** A part of a sentence is none by itself; but a line may be one that begins with a small letter. */
type Pattern = { parts: readonly string[]; to: string; letters: number; is_part: boolean; is_line: boolean }

/** Nothing longer is looked up: no sentence of ours is. */
const SENTENCE_CHARS_MAX = 4000
/** A sentence may stand within a sentence, and a word within that. */
const DEPTH_MAX = 3
/** One message has at most so many sentences. */
const SENTENCES_MAX = 12

/**
 * Reads sentences of ours in another language. Whoever threw or stored one wrote it in English, its values filled in;
 * here it is known again by what the catalogue's templates have around their values. What is not known stays.
 */
export const createTranslator = (catalogue: Catalogue): ((text: string) => string) => {
  const patterns = Object.entries(catalogue)
    .filter(([from]) => from.includes('{}'))
    .map(toPattern)
  // Of two that fit, the one that says more is meant.
  patterns.sort((one, other) => other.letters - one.letters)

  const whole = (text: string, depth: number): string | undefined => {
    const trimmed = text.trim()
    const known = own(catalogue, trimmed)
    if (known !== undefined) return text.replace(trimmed, () => known)
    if (depth >= DEPTH_MAX) return undefined
    const ended = (depth === 0 && ENDED.test(text)) || GOES_ON.test(text)
    for (const pattern of patterns) {
      if (ended && pattern.is_part && !(depth === 0 && pattern.is_line)) continue
      const values = match(pattern.parts, text)
      if (values)
        return fill(
          pattern.to,
          values.map((value) => inside(value, depth + 1)),
        )
    }
    return undefined
  }

  /** A value is a word of ours, several of them, sentences, a date; or somebody's own, which stays. */
  const inside = (value: string, depth: number): string => {
    const known = whole(value, depth)
    if (known !== undefined) return known
    return (
      list(value) ??
      sentences(value, depth).replace(MONTH, (date, month: string) =>
        date.replace(month, MONTHS.get(month) ?? month),
      )
    )
  }

  /** Several words of ours; undefined where one of them is not. */
  const list = (text: string): string | undefined => {
    const words = text.split(LISTED)
    const known = words.map((word, at) => (at % 2 === 1 ? (AND.get(word) ?? word) : whole(word, DEPTH_MAX)))
    return words.length > 1 && known.every((word) => word !== undefined) ? known.join('') : undefined
  }

  /** Sentence by sentence, as many at once as are known together. */
  const sentences = (text: string, depth: number): string => {
    const pieces = text.split(/(?<=[.!?]) (?=\S)/)
    if (pieces.length === 1 || pieces.length > SENTENCES_MAX) return text
    const said: string[] = []
    for (let from = 0; from < pieces.length; ) {
      let to = pieces.length
      let known: string | undefined
      while (to > from && known === undefined) {
        known = to - from === pieces.length ? undefined : whole(pieces.slice(from, to).join(' '), depth)
        to -= 1
      }
      said.push(known ?? pieces[from] ?? '')
      from = known === undefined ? from + 1 : to + 1
    }
    return said.join(' ')
  }

  const line = (text: string) =>
    text.length > SENTENCE_CHARS_MAX ? text : (whole(text, 0) ?? list(text) ?? sentences(text, 0))
  return (text) => text.split('\n').map(line).join('\n')
}

const toPattern = ([from, to]: [string, string]): Pattern => {
  const parts = from.split('{}')
  const letters = parts.join('').length
  return { parts, to, letters, is_part: !SENTENCE.test(from), is_line: LINE.test(from) }
}

/** What stands where the template has `{}`; undefined where it does not fit. Linear: each part is sought once. */
const match = (parts: readonly string[], text: string): string[] | undefined => {
  const [first = '', ...rest] = parts
  const last = rest.pop() ?? ''
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined
  const end = text.length - last.length
  const values: string[] = []
  let at = first.length
  for (const part of rest) {
    const next = text.indexOf(part, at)
    if (next < 0 || next + part.length > end) return undefined
    values.push(text.slice(at, next))
    at = next + part.length
  }
  if (at > end) return undefined
  return [...values, text.slice(at, end)]
}

/** `{}` takes the values in their order, `{2}` the second one. */
const fill = (template: string, values: readonly string[]): string => {
  let next = 0
  return template.replace(/\{(\d?)\}/g, (_, place: string) => {
    next += 1
    return values[Number(place || next) - 1] ?? ''
  })
}

/** A sentence that is followed by something: no part of one. */
const GOES_ON = /\p{L}[.!?] /u
const ENDED = /[.!?]$/
/** It begins and ends like a sentence; with a value at both ends it must say something between them. */
const SENTENCE = /^(?:[A-Z“].*|\{\}.{8,})(?:[.!?]|\{\})$/
/** What follows a greeting in a mail: it begins with a small letter, and is a sentence where all of a line is it. */
const LINE = /^[a-z].*[.!?]$/
const LISTED = /( or | and |, )/
const AND: ReadonlyMap<string, string> = new Map([
  [' or ', ' atau '],
  [' and ', ' dan '],
])
const MONTH = /\b\d{1,2} (Mar|May|Aug|Oct|Dec) \d{4}\b/g
const MONTHS: ReadonlyMap<string, string> = new Map([
  ['Mar', 'Mac'],
  ['May', 'Mei'],
  ['Aug', 'Ogos'],
  ['Oct', 'Okt'],
  ['Dec', 'Dis'],
])
