/** In English and in Malay: either is read, whatever the language of the screens. */
const MONTHS: readonly (readonly string[])[] = [
  ['january', 'januari'],
  ['february', 'februari'],
  ['march', 'mac'],
  ['april'],
  ['may', 'mei'],
  ['june', 'jun'],
  ['july', 'julai'],
  ['august', 'ogos'],
  ['september'],
  ['october', 'oktober'],
  ['november'],
  ['december', 'disember'],
]
const LETTERS_MIN = 3

/** The month that a word names, whole or by its beginning, 1 to 12; undefined of any other word. */
export const monthNamed = (word: string): number | undefined => {
  const beginning = word.toLowerCase()
  if (beginning.length < LETTERS_MIN) return undefined
  const at = MONTHS.findIndex((names) => names.some((name) => name.startsWith(beginning)))
  return at < 0 ? undefined : at + 1
}
