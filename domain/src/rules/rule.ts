import { compare as compareDecimals, parseDecimal } from '../money/decimal.ts'
import { fieldOf } from '../shaping/fields.ts'
import { isCalendarDate, NO_DATE } from '../time/dates.ts'
import { type Fault, fault, isFault, tellFault } from './fault.ts'
import { type Formula, readDocumentFormula, readLineFormula } from './formula.ts'
import { kindOf } from './kinds.ts'
import { readPattern } from './regex.ts'

export const CONDITIONS = ['regex', '>', '<', '=', 'formula'] as const
export type Condition = (typeof CONDITIONS)[number]

/** What must hold for every document. `value` is the expression, the figure or the formula. */
export type ValidationRule = { field: string; condition: Condition; value: string; error_message: string }

/** A rule that can be asked: of the text of its field, or of a whole document and, at the lines, each line. */
export type CompiledRule = ValidationRule & ({ test: (text: string) => boolean } | { formula: Formula })

/** The rule compiled, or in words why it cannot be, with the place of the fault in its value. */
export const compileRule = (rule: ValidationRule): CompiledRule | { refused: string } => {
  const made = compile(rule)
  return isFault(made)
    ? { refused: made.at < 0 ? made.fault : tellFault(rule.value, made) }
    : { ...rule, ...made }
}

type Asked = { test: (text: string) => boolean } | { formula: Formula }

const compile = ({ field, condition, value }: ValidationRule): Asked | Fault => {
  if (condition === 'formula') {
    const read = fieldOf(field)?.part === 'items' ? readLineFormula(value) : readDocumentFormula(value)
    return isFault(read) ? read : { formula: read }
  }
  if (condition !== 'regex') return compileComparison(field, condition, value)
  const read = readPattern(value)
  return isFault(read) ? read : { test: read.matches }
}

/** Of what no place needs to be told. */
const whole = (words: string) => fault(words, -1)

/**
 * Numbers are compared as decimals, dates as dates, everything else letter by letter. Nothing is greater, less or
 * equal that is empty.
 */
const compileComparison = (field: string, condition: '>' | '<' | '=', value: string): Asked | Fault => {
  const kind = kindOf(field)
  if (kind === 'flag' && condition !== '=')
    return whole('Of yes and no neither is greater. Please choose “=”.')
  const wanted = WANTED[kind](value)
  if (wanted === undefined) return whole(NOT_WANTED[kind])
  const compare = kind === 'decimal' ? compareDecimals : compareTexts
  return {
    test: (text) => {
      if (text === '') return false
      const order = compare(text, wanted)
      return condition === '=' ? order === 0 : condition === '>' ? order > 0 : order < 0
    },
  }
}

const WANTED: Record<ReturnType<typeof kindOf>, (value: string) => string | undefined> = {
  decimal: (value) => parseDecimal(value),
  date: (value) => (isCalendarDate(value) ? value : undefined),
  flag: (value) => (['true', 'false'].includes(value) ? value : undefined),
  text: (value) => value,
}
const NOT_WANTED: Record<ReturnType<typeof kindOf>, string> = {
  decimal: 'Please enter a number.',
  date: NO_DATE,
  flag: 'Please send true or false.',
  text: '',
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : Number(a > b))
