import { type ASTNode, Environment, EvaluationError } from '@marcbachmann/cel-js'
import { LINES_MAX } from '../checks/lines.ts'
import { nearest } from '../text/nearest.ts'
import { type Fault, fault, isFault } from './fault.ts'
import { DOCUMENT_KINDS, LINE_KINDS, PARTY_KINDS, type ValueKind } from './kinds.ts'
import { NoAnswer, registerNumbers } from './numbers.ts'
import { readPattern } from './regex.ts'
import { rememberedByText } from './remembered.ts'
import { LineView, PartyView, type View } from './view.ts'
import { weighFormula } from './weigh.ts'

export const FORMULA_CHARS_MAX = 1_000
const DEPTH_MAX = 40
const NODES_MAX = 400
/** So many steps take some milliseconds. */
const STEPS_MAX = 250_000
/** A formula that cannot be asked of documents with so many lines is none. */
const LINES_MIN = 100

/** What a formula says of a document: it holds, it does not, or it has no answer, and why. */
export type Answer = { holds: boolean; no_answer?: string }

/** A compiled formula. One about a field of the lines is asked of each line, as `line`. */
export type Formula = {
  ask(view: View, line?: LineView): Answer
  /** What of a document it looks at: `customer`, `items`, `total_tax_amount`. */
  names: ReadonlySet<string>
}

const TYPES: Record<ValueKind, string> = { decimal: 'Decimal', date: 'string', flag: 'bool', text: 'string' }

const typesOf = (kinds: ReadonlyMap<string, ValueKind>) =>
  Object.fromEntries([...kinds].map(([name, kind]) => [name, TYPES[kind]]))

const makeEnvironment = (): Environment => {
  const made = new Environment({
    limits: {
      ...{ maxAstNodes: NODES_MAX, maxDepth: DEPTH_MAX, maxListElements: 100 },
      ...{ maxMapEntries: 0, maxCallArguments: 3 },
    },
  })
  registerNumbers(made)
  made.registerType('Line', { ctor: LineView, fields: typesOf(LINE_KINDS) })
  made.registerType('Party', { ctor: PartyView, fields: typesOf(PARTY_KINDS) })
  for (const [name, kind] of DOCUMENT_KINDS) made.registerVariable(name, TYPES[kind])
  for (const party of ['customer', 'sender']) made.registerVariable(party, 'Party')
  made.registerVariable('items', 'list<Line>')
  made.registerFunction('regex(string, string): bool', (text: string, pattern: string) => {
    const read = readPattern(pattern)
    return !isFault(read) && read.matches(text)
  })
  return made
}

const OF_DOCUMENT = makeEnvironment()
const OF_LINE = OF_DOCUMENT.clone().registerVariable('line', 'Line')

/** The formula about the document, or why it is none. Compiled once for each text. */
export const readDocumentFormula = rememberedByText((text) => readFormula(OF_DOCUMENT, text))
/** The formula about each line, or why it is none. */
export const readLineFormula = rememberedByText((text) => readFormula(OF_LINE, text))

/** How a formula about the document, or about each line, is built; undefined where it is none. */
export const treeOf = (text: string, about: 'document' | 'line'): ASTNode | undefined => {
  const environment = about === 'line' ? OF_LINE : OF_DOCUMENT
  return isFault(readFormula(environment, text)) ? undefined : environment.parse(text).ast
}

const readFormula = (environment: Environment, text: string): Formula | Fault => {
  if (text.length > FORMULA_CHARS_MAX) return fault(TOO_LONG, FORMULA_CHARS_MAX)
  try {
    const parsed = environment.parse(text)
    const checked = parsed.check()
    if (!checked.valid) return faultOf(checked.error)
    if (checked.type !== 'bool')
      return fault('This is not true or false. Please compare it with something.', 0)
    const steps = weighFormula(parsed.ast)
    if (isFault(steps)) return steps
    const lines_max = linesMax(steps)
    if (lines_max < LINES_MIN) return fault(TOO_COSTLY, 0)
    const names = new Set(namesIn(parsed.ast))
    return { names, ask: (view, line) => ask(parsed, lines_max, line ? view.at(line) : view) }
  } catch (error) {
    return faultOf(error)
  }
}

const namesIn = (node: ASTNode): string[] => {
  if (node.op === 'id') return [node.args]
  const parts: unknown[] = [node.args].flat(3)
  return parts.filter(isNode).flatMap(namesIn)
}

const isNode = (part: unknown): part is ASTNode => typeof part === 'object' && part !== null && 'op' in part

const TOO_LONG = `A formula may have at most ${FORMULA_CHARS_MAX.toLocaleString('en')} characters.`
const TOO_COSTLY =
  'This formula would take too long. Choose a field of the lines, and ask about one line: line.quantity > 0.'

/** Of how many lines a document may be, so that the formula costs STEPS_MAX at most. */
const linesMax = ([a, b, c]: readonly [number, number, number]): number => {
  let lines = LINES_MAX
  while (lines > 0 && a + b * lines + c * lines * lines > STEPS_MAX) lines -= 1
  return lines === 0 && a > STEPS_MAX ? -1 : lines
}

const ask = (parsed: (given: View) => unknown, lines_max: number, given: View): Answer => {
  if (given.items.length > lines_max)
    return { holds: false, no_answer: `it can be asked of documents with up to ${lines_max} lines` }
  try {
    return { holds: parsed(given) === true }
  } catch (error) {
    if (error instanceof NoAnswer) return { holds: false, no_answer: error.message }
    if (error instanceof EvaluationError)
      return { holds: false, no_answer: NO_ANSWERS.get(error.code) ?? 'it has no answer for this document' }
    throw error
  }
}

const NO_ANSWERS: ReadonlyMap<string, string> = new Map([
  ['division_by_zero', 'it divides by zero'],
  ['modulo_by_zero', 'it divides by zero'],
  ['numeric_overflow', 'a number grows beyond all amounts'],
  ['no_such_key', 'there is no such line'],
  ['index_out_of_bounds', 'there is no such line'],
])

/** What the library finds, in words of ours. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['no_such_overload', 'These two cannot be compared or combined: they are of different kinds.'],
  ['no_matching_overload', 'This function does not take this.'],
  ['unterminated_string', 'A closing quotation mark is missing.'],
  ['unterminated_triple_quoted_string', 'A closing quotation mark is missing.'],
  ['newline_in_string', 'A closing quotation mark is missing.'],
  ['limit_exceeded', 'The formula is too large, or nested too deeply.'],
  ['invalid_number', 'This is no valid number.'],
  ['invalid_exponent', 'This is no valid number.'],
  ['invalid_logical_operand', '&&, || and ! stand between what is true or false.'],
  ['invalid_condition_type', 'Before the ? stands what is true or false.'],
  ['incompatible_ternary_branches', 'What stands before and after the : must be of one kind.'],
  ['heterogeneous_list_element', 'All elements of a list must be of one kind.'],
  ['invalid_index_type', 'Lines are counted by whole numbers: items[0].'],
  ['reserved_identifier', 'This word means something else in formulas.'],
])

type LibraryError = Error & { code: string; summary: string; range?: { start: number } }

/** Throws again what is no fault of the formula. */
const faultOf = (error: unknown): Fault => {
  if (!isLibraryError(error)) throw error
  const at = error.range?.start ?? 0
  const unknown = /^(?:Unknown variable|No such key): (\w+)/.exec(error.summary)?.[1]
  if (unknown !== undefined) return fault(`There is no field “${unknown}” here${meant(unknown)}.`, at)
  return fault(WORDS.get(error.code) ?? 'The formula cannot be read here.', at)
}

const isLibraryError = (error: unknown): error is LibraryError =>
  error instanceof Error &&
  ['ParseError', 'TypeError', 'EvaluationError'].includes(error.name) &&
  'summary' in error

const NAMES = [
  ...DOCUMENT_KINDS.keys(),
  ...[...LINE_KINDS.keys()].map((name) => `line.${name}`),
  ...[...PARTY_KINDS.keys()].map((name) => `customer.${name}`),
]

const meant = (name: string) => {
  const near = nearest(name, NAMES)
  return near === undefined ? '' : `; did you mean ${near}?`
}
