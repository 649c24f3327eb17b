import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js'
import { type Fault, fault } from './fault.ts'
import { rememberedByText } from './remembered.ts'

/** A regular expression of RE2 syntax, which looks at a text once and never backtracks. */
export type Pattern = {
  /** Whether it matches the whole text. Of a text longer than TEXT_CHARS_MAX nothing is known: it does not. */
  matches(text: string): boolean
  /** How many states it has, which each letter of a text may cost. */
  steps: number
}

const PATTERN_CHARS_MAX = 300
/** Longer texts stand in no field. */
export const TEXT_CHARS_MAX = 1_000
/** `[A-Z]{2}[0-9]{10}` has about 20. */
const STEPS_MAX = 200

/** The expression, or why it is none. Compiled once for each text. */
export const readPattern = rememberedByText((text: string): Pattern | Fault => {
  if (text.length > PATTERN_CHARS_MAX) return fault(TOO_LONG, PATTERN_CHARS_MAX)
  try {
    const compiled = RE2JS.compile(text, RE2JS.DOTALL)
    const steps = compiled.programSize()
    if (steps > STEPS_MAX) return fault(TOO_COSTLY, 0)
    return { steps, matches: (of) => of.length <= TEXT_CHARS_MAX && compiled.testExact(of) }
  } catch (error) {
    return faultOf(error, text)
  }
})

const TOO_LONG = `A regular expression may have at most ${PATTERN_CHARS_MAX} characters.`
const TOO_COSTLY =
  'This expression would take too long to match. Repeat shorter parts, or fewer times: {1,30} rather than {1,300}.'

/** What the library finds, in words of ours. */
const WORDS: ReadonlyMap<string, string> = new Map([
  [
    'invalid character class range',
    'This is no valid range of characters; its end comes before its beginning.',
  ],
  ['invalid escape sequence', 'RE2 does not know this escape.'],
  ['invalid named capture', 'This is no valid name of a group.'],
  [
    'invalid or unsupported Perl syntax',
    'RE2 does not know this: it has no look-around and no back-references.',
  ],
  ['invalid nested repetition operator', 'A repetition cannot be repeated.'],
  ['invalid repeat count', 'A part may be repeated at most 1,000 times.'],
  ['missing closing ]', 'A closing ] is missing.'],
  ['missing closing )', 'A closing ) is missing.'],
  ['missing argument to repetition operator', 'Nothing stands here that could be repeated.'],
  ['trailing backslash at end of expression', 'Nothing follows the last backslash.'],
  ['duplicate capture group name', 'Two groups have the same name.'],
  ['unexpected )', 'This ) closes nothing.'],
  ['expression nests too deeply', 'Its groups are nested too deeply.'],
  ['expression too large', 'It is too large.'],
])

/** Throws again what is no fault of the expression. */
const faultOf = (error: unknown, text: string): Fault => {
  if (!(error instanceof RE2JSException)) throw error
  if (!(error instanceof RE2JSSyntaxException))
    return fault('This is no regular expression of RE2 syntax.', 0)
  const words = WORDS.get(error.error) ?? 'This is no regular expression of RE2 syntax.'
  if (error.error.startsWith('missing closing')) return fault(words, text.length)
  if (error.error === UNEXPECTED) return fault(words, firstUnexpected(text))
  // The library names what it stumbled over.
  const part = error.input ?? ''
  return fault(words, part === '' ? text.length : Math.max(text.lastIndexOf(part), 0))
}

const UNEXPECTED = 'unexpected )'

/** Of what closes nothing the library names no place: it is the first ) up to which the text has that fault. */
const firstUnexpected = (text: string): number => {
  const closing = [...text.matchAll(/\)/g)].map(({ index }) => index)
  return closing.find((at) => isUnexpected(text.slice(0, at + 1))) ?? 0
}

const isUnexpected = (text: string): boolean => {
  try {
    RE2JS.compile(text)
    return false
  } catch (error) {
    return error instanceof RE2JSSyntaxException && error.error === UNEXPECTED
  }
}
