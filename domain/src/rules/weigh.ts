import type { ASTNode } from '@marcbachmann/cel-js'
import { isDecimal } from '../money/decimal.ts'
import { type Fault, fault, isFault } from './fault.ts'
import { TEXT_CHARS_MAX as PATTERN_TEXT_MAX, readPattern } from './regex.ts'

/**
 * What a formula costs at most, as steps of its evaluation: `[a, b, c]` for a + b·n + c·n² of a document with n lines;
 * and how long a text it may make.
 */
type Weight = { steps: readonly [number, number, number]; chars: number }

/** Macros that go over lines. */
const MACROS: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'filter', 'map'])
const NESTED_MAX = 2

/** Every function that a formula may call, and what one call costs beside what it is called with. */
const FUNCTIONS: ReadonlyMap<string, number> = new Map([
  ['decimal', 30],
  ['days', 100],
  ['round', 30],
])
const LIST_FUNCTIONS: ReadonlySet<string> = new Set(['size', 'sum'])
const TEXT_METHODS: ReadonlySet<string> = new Set([
  ...['contains', 'startsWith', 'endsWith', 'lowerAscii', 'upperAscii', 'trim', 'size'],
])
const BINARY: ReadonlyMap<string, number> = new Map([
  ...(['==', '!=', '<', '<=', '>', '>=', '+', '-', '&&', '||'] as const).map((op) => [op, 5] as const),
  ['*', 15],
  ['/', 500],
  ['%', 5],
])
/** What the library makes an error for where there is no answer; a macro goes on, and meets it at every line. */
const ERROR_STEPS = 1_500
const FLOATS = new Set(['+', '-', '*', '/', '%'])

/** No text of a document is longer. */
const FIELD_CHARS_MAX = 600
/** Codes are shorter, so that a formula may look at them in every line. */
const SHORT_FIELDS: ReadonlyMap<string, number> = new Map([
  ...(['classification', 'unit_of_measurement', 'tax_type', 'country_origin'] as const).map(
    (name) => [name, 60] as const,
  ),
])
const TEXT_CHARS_MAX = 5_000

class Refused extends Error {
  readonly fault: Fault
  constructor(found: Fault) {
    super(found.fault)
    this.fault = found
  }
}

const refuse = (node: ASTNode, words: string): never => {
  throw new Refused(fault(words, node.start))
}

/** The most steps of a formula that was checked for its types, or why it may not be asked. */
export const weighFormula = (root: ASTNode): Weight['steps'] | Fault => {
  try {
    return weigh(root, 0).steps
  } catch (error) {
    if (error instanceof Refused) return error.fault
    throw error
  }
}

const weigh = (node: ASTNode, nested: number): Weight => {
  switch (node.op) {
    case 'value':
      if (typeof node.args === 'number' && !isDecimal(String(node.args)))
        return refuse(node, 'This number has more digits than an amount.')
      return leaf(typeof node.args === 'string' ? node.args.length : 0)
    case 'id':
      return leaf(FIELD_CHARS_MAX)
    case '.':
      return sumOf([weigh(node.args[0], nested)], 1, SHORT_FIELDS.get(node.args[1]) ?? FIELD_CHARS_MAX)
    case '[]':
      return sumOf([weigh(node.args[0], nested), weigh(node.args[1], nested)], ERROR_STEPS, FIELD_CHARS_MAX)
    case 'call':
      return weighCall(node, node.args[0], node.args[1], nested)
    case 'rcall':
      return weighMethod(node, node.args, nested)
    case '?:':
      return ofMany(node.args, nested)
    case '!_':
    case '-_':
      return sumOf([weigh(node.args, nested)], 5, 0)
    case 'in':
      return weighIn(node, node.args, nested)
    case 'list':
    case 'map':
    case '.?':
    case '[?]':
      return refuse(node, 'A list stands only after “in”: tax_type in ["01", "02"].')
    default:
      return weighBinary(node, node.args, nested)
  }
}

const leaf = (chars: number): Weight => ({ steps: [1, 0, 0], chars })

const sumOf = (parts: readonly Weight[], steps: number, chars: number): Weight => ({
  steps: parts.reduce<Weight['steps']>(
    ([a, b, c], { steps: [d, e, f] }) => [a + d, b + e, c + f],
    [steps, 0, 0],
  ),
  chars,
})

const ofMany = (nodes: readonly ASTNode[], nested: number): Weight => {
  const parts = nodes.map((one) => weigh(one, nested))
  return sumOf(parts, 1, Math.max(0, ...parts.map(({ chars }) => chars)))
}

const weighBinary = (node: ASTNode, [left, right]: readonly [ASTNode, ASTNode], nested: number): Weight => {
  const steps = BINARY.get(node.op)
  if (steps === undefined) return refuse(node, 'Formulas do not know this.')
  const parts = [weigh(left, nested), weigh(right, nested)]
  if (isList(left) || isList(right))
    return refuse(node, 'Lists are not compared or joined. Ask about their lines.')
  if (FLOATS.has(node.op) && typeOf(left) === 'double' && typeOf(right) === 'double')
    return refuse(node, 'Please write the result of these two numbers.')
  const chars = node.op === '+' ? parts.reduce((sum, part) => sum + part.chars, 0) : 0
  if (typeOf(node) === 'string' && chars > TEXT_CHARS_MAX) return refuse(node, 'This makes too long a text.')
  const fails = FLOATS.has(node.op) && typeOf(node) === 'int'
  return sumOf(parts, fails ? ERROR_STEPS : steps, chars)
}

const weighIn = (node: ASTNode, [one, among]: readonly [ASTNode, ASTNode], nested: number): Weight => {
  if (among.op !== 'list') return refuse(node, 'After “in” stands a list: tax_type in ["01", "02"].')
  const parts = [weigh(one, nested), ...among.args.map((each) => weigh(each, nested))]
  return sumOf(parts, 5 * among.args.length, 0)
}

const weighCall = (node: ASTNode, name: string, args: readonly ASTNode[], nested: number): Weight => {
  const [first, second] = args
  if (name === 'regex' && first && second) return weighRegex(first, second, nested)
  if (LIST_FUNCTIONS.has(name) && first) return weighWhole(name, first, nested)
  const steps = FUNCTIONS.get(name)
  if (steps === undefined) return refuse(node, unknown(name))
  const parts = args.map((one) => weigh(one, nested))
  return sumOf(parts, steps, 0)
}

const weighRegex = (text: ASTNode, pattern: ASTNode, nested: number): Weight => {
  if (pattern.op !== 'value' || typeof pattern.args !== 'string')
    return refuse(pattern, 'The expression of regex() is a text in quotes.')
  const read = readPattern(pattern.args)
  if (isFault(read)) return refuse(pattern, read.fault)
  const of = weigh(text, nested)
  return sumOf([of], 20 + Math.ceil(Math.min(of.chars, PATTERN_TEXT_MAX) * read.steps * STEPS_PER_MATCH), 0)
}

/** What one state of an expression costs for one letter; measured with the worst expressions that pass. */
const STEPS_PER_MATCH = 3

const weighMethod = (
  node: ASTNode,
  [name, of, args]: readonly [string, ASTNode, readonly ASTNode[]],
  nested: number,
): Weight => {
  if (MACROS.has(name)) return weighMacro(node, { name, of, args }, nested)
  if (!TEXT_METHODS.has(name)) return refuse(node, unknown(name))
  if (isList(of) || name === 'size') return weighWhole(name, of, nested)
  const receiver = weigh(of, nested)
  const parts = [receiver, ...args.map((one) => weigh(one, nested))]
  return sumOf(parts, 5 + Math.ceil(receiver.chars / CHARS_PER_STEP), receiver.chars)
}

/** How many characters a method looks at in one step, at least. */
const CHARS_PER_STEP = 3

/** A function of a list or a text as a whole. */
const weighWhole = (name: string, of: ASTNode, nested: number): Weight => {
  const inner = weigh(of, nested)
  if (!isList(of)) return sumOf([inner], 5 + Math.ceil(inner.chars / CHARS_PER_STEP), 0)
  return name === 'sum' ? sumOf([inner, { steps: [0, 25, 0], chars: 0 }], 5, 0) : sumOf([inner], 5, 0)
}

type Macro = { name: string; of: ASTNode; args: readonly ASTNode[] }

const weighMacro = (node: ASTNode, { name, of, args }: Macro, nested: number): Weight => {
  if (!goesOverLines(of)) return refuse(of, `“${name}” goes over the lines: items.${name}(line, …).`)
  if (nested >= NESTED_MAX) return refuse(node, 'Lines are gone over within lines at most once.')
  const [, ...bodies] = args
  if (name === 'map' && bodies.some(isList)) return refuse(node, 'A list of lists cannot be made.')
  const { steps } = ofMany(bodies, nested + 1)
  const [a, b, c] = steps
  if (c > 0) return refuse(node, 'Lines are gone over within lines at most once.')
  const receiver = weigh(of, nested)
  // Each round costs a little itself.
  return sumOf([receiver, { steps: [0, a + 5, b], chars: 0 }], 5, FIELD_CHARS_MAX)
}

/** `items`, or what is filtered or made of it. */
const goesOverLines = (node: ASTNode): boolean =>
  (node.op === 'id' && node.args === 'items') ||
  (node.op === 'rcall' && ['filter', 'map'].includes(node.args[0]) && goesOverLines(node.args[1]))

const unknown = (name: string) =>
  name === 'matches'
    ? 'Please use regex(text, "expression") in place of matches.'
    : `Formulas have no function “${name.slice(0, 40)}”.`

/** The type that the library found for a node. */
const typeOf = (node: ASTNode): string => checkedType(node)?.name ?? ''
const isList = (node: ASTNode): boolean => checkedType(node)?.kind === 'list'

const checkedType = (node: ASTNode): { name: string; kind: string } | undefined =>
  // The library keeps it there and does not say so in its types.
  (node as { checkedType?: { name: string; kind: string } }).checkedType
