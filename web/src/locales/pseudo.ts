import type { Messages } from '@lingui/core'

// Fetched as anybody fetches it, so that it stays a file of its own.
const { messages: english } = await import('./en.po')

/** Where a letter has no accent it stays. */
const ACCENTS = new Map(
  Array.from('abcdefghijklmnoprstuvwxyz', (letter, at) => [letter, Array.from('åƀçðéƒĝĥîĵķļɱñöþřšţûṽŵẋýž')[at] ?? letter]),
)
/** Half of all letters in English: written twice they make a text longer by some 40 %. */
const TWICE = /[aeioudn]/g

/** Tags stay as they are. */
const stretch = (text: string): string =>
  text
    .split(/(<\/?\w+\/?>)/)
    .map((piece, at) => (at % 2 === 1 ? piece : accented(piece.replace(TWICE, '$&$&'))))
    .join('')

const accented = (text: string) => Array.from(text, (letter) => ACCENTS.get(letter) ?? letter).join('')

type Message = Messages[string]
type Part = Exclude<Message, string>[number]

const stretched = (message: Message): Message =>
  typeof message === 'string' ? stretch(message) : message.map(stretchedPart)

/** A value, or the choices of a plural, each a message of its own. */
const stretchedPart = (part: Part): Part => {
  if (typeof part === 'string') return stretch(part)
  const [name, kind, choices] = part
  if (kind === undefined || typeof choices !== 'object' || choices === null) return part
  const longer = Object.entries(choices).map(([key, choice]) => [
    key,
    typeof choice === 'number' ? choice : stretched(choice),
  ])
  // The choices keep their keys.
  return [name, kind, Object.fromEntries(longer)] as Part
}

/**
 * English with accents, and longer by 40 %, as other languages are: by it one finds what is cut, what overflows, and
 * what is in no catalogue.
 */
export const messages: Messages = Object.fromEntries(
  Object.entries(english).map(([id, message]) => [id, stretched(message)]),
)
