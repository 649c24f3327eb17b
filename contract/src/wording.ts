import type { z } from 'zod'

type Issue = z.core.$ZodRawIssue

/** What a value should be, for people. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['string', 'a text'],
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['record', 'an object'],
  ['file', 'a file'],
  ['null', 'nothing'],
])
const CHOICES_TOLD_MAX = 20

const REQUIRED = 'This field is required.'

/**
 * What is wrong with a value, as a person reads it. Given to every reading of input, it replaces the library's own
 * sentences; where the contract states a message, that one stands.
 */
export const inWords = (issue: Issue): string => {
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_value':
      return issue.input === undefined ? REQUIRED : `Please send ${wanted(issue)}.`
    case 'invalid_union':
      return unionInWords(issue)
    case 'too_small':
      return sizeInWords(issue, issue.minimum)
    case 'too_big':
      return sizeInWords(issue, issue.maximum)
    case 'invalid_format':
      return 'This is not written as it should be.'
    case 'unrecognized_keys':
      return 'This field is not known.'
    default:
      return 'This value cannot be taken.'
  }
}

const wanted = (issue: Issue): string => {
  if (issue.code === 'invalid_type') return KINDS.get(issue.expected) ?? 'another value'
  const values = issue.code === 'invalid_value' ? issue.values.filter((value) => value !== '') : []
  if (values.length === 0) return 'nothing'
  const told = values.slice(0, CHOICES_TOLD_MAX).map(String).join(', ')
  return values.length === 1 ? told : `one of ${told}`
}

/** What one of the branches found in a value of the right kind, or else the kinds that all of them take. */
const unionInWords = (issue: Extract<Issue, { code: 'invalid_union' }>): string => {
  if (issue.input === undefined) return REQUIRED
  const first = issue.errors.flatMap(([found]) => (found ? [found] : []))
  const fitting = first.find(({ code }) => code !== 'invalid_type' && code !== 'invalid_value')
  if (fitting) return fitting.message
  // Finished issues carry what raw ones do; the empty choice goes without saying.
  const kinds = first.map((found) => wanted(found as Issue)).filter((kind) => kind !== 'nothing')
  return kinds.length > 0 ? `Please send ${[...new Set(kinds)].join(' or ')}.` : 'This value cannot be taken.'
}

const sizeInWords = (issue: Extract<Issue, { code: 'too_small' | 'too_big' }>, limit: number | bigint) => {
  const { code, origin, input } = issue
  if (input === '' && Number(limit) === 1) return 'This field may not be empty.'
  const counted = COUNTED.get(origin)
  const told = limit.toLocaleString('en')
  if (code === 'too_small')
    return counted ? `At least ${told} ${counted} are needed.` : `At least ${told} is needed.`
  return counted ? `At most ${told} ${counted} are allowed.` : `At most ${told} is allowed.`
}

/** What a limit counts; a number is its own measure. */
const COUNTED: ReadonlyMap<string, string> = new Map([
  ['string', 'characters'],
  ['array', 'entries'],
  ['file', 'bytes'],
])
