import type { ASTNode } from '@marcbachmann/cel-js'
import { isDecimal } from '../money/decimal.ts'
import { isCalendarDate } from '../time/dates.ts'
import { treeOf } from './formula.ts'
import type { ValueKind } from './kinds.ts'
import { comparesFields, isRows, type Operator, operatorsOf, pathsOf, type Row, type Rows } from './rows.ts'

/**
 * The rows that say what a formula says; undefined where no rows can: what the builder does not show stays a text. A
 * comment is such, since rows have none.
 */
export const rowsOfText = (text: string, about: 'document' | 'line'): Rows | undefined => {
  const tree = hasComment(text) ? undefined : treeOf(text, about)
  if (!tree) return undefined
  const read = readNode(tree, { text, paths: pathsOf(about) })
  return read && !isRows(read) ? { join: 'all', rows: [read] } : read
}

const hasComment = (text: string) =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '').includes('//')

type In = { text: string; paths: ReadonlyMap<string, ValueKind> }

const readNode = (node: ASTNode, within: In): Row | Rows | undefined => {
  if (node.op !== '&&' && node.op !== '||') return readRow(node, within)
  const join = node.op === '&&' ? 'all' : 'any'
  const [left, right] = [readNode(node.args[0], within), readNode(node.args[1], within)]
  if (!left || !right) return undefined
  // What is joined alike one after the other stands in one group, with or without brackets.
  const rows = [left, right].flatMap((one) => (isRows(one) && one.join === join ? one.rows : [one]))
  return { join, rows }
}

const readRow = (node: ASTNode, within: In): Row | undefined => {
  const row = asRow(node, within)
  const kind = row && within.paths.get(row.field)
  return kind && operatorsOf(kind).includes(row.operator) && fits(row, kind, within) ? row : undefined
}

/** Whether the values are such as a row of this kind has. */
const fits = ({ operator, values, other }: Row, kind: ValueKind, { paths }: In): boolean => {
  if (other) return comparesFields(kind, operator) && paths.get(values[0] ?? '') === kind
  if (operator === 'empty' || operator === 'not_empty') return true
  if (kind === 'date') return values.every(isCalendarDate)
  return kind === 'decimal' ? values.every(isDecimal) : values.length > 0 && !values.includes('')
}

const COMPARISONS: ReadonlyMap<string, Operator> = new Map([
  ['==', '='],
  ...(['!=', '<', '<=', '>', '>='] as const).map((one) => [one, one] as const),
])
const METHODS: ReadonlyMap<string, Operator> = new Map([
  ['contains', 'contains'],
  ['startsWith', 'begins'],
  ['endsWith', 'ends'],
])
const NEGATED: ReadonlyMap<Operator, Operator> = new Map([
  ['contains', 'not_contains'],
  ['in', 'not_in'],
])

const asRow = (node: ASTNode, within: In): Row | undefined => {
  switch (node.op) {
    case '!_': {
      const row = asRow(node.args, within)
      const operator = row && NEGATED.get(row.operator)
      return operator && { ...row, operator }
    }
    case 'rcall': {
      const [name, of, args] = node.args
      return rowOf(METHODS.get(name), of, args, within)
    }
    case 'call': {
      const [name, [of, ...args]] = node.args
      return name === 'regex' ? rowOf('matches', of, args, within) : undefined
    }
    case 'in': {
      const [of, among] = node.args
      return among.op === 'list' ? rowOf('in', of, among.args, within) : undefined
    }
    default:
      return asComparison(node, within)
  }
}

const rowOf = (
  operator: Operator | undefined,
  of: ASTNode | undefined,
  args: readonly ASTNode[],
  within: In,
): Row | undefined => {
  const field = of && pathIn(of, within)
  const values = args.map((one) => valueIn(one, within))
  if (!operator || !field || !values.every((value) => value !== undefined)) return undefined
  return { field, operator, values, other: false }
}

const asComparison = (node: ASTNode, within: In): Row | undefined => {
  const operator = COMPARISONS.get(node.op)
  if (!operator || !Array.isArray(node.args)) return undefined
  // A comparison has two sides, which are nodes.
  const [left, right] = node.args as [ASTNode, ASTNode]
  const field = pathIn(left, within)
  if (!field) return undefined
  const other = pathIn(right, within)
  if (other) return { field, operator, values: [other], other: true }
  const value = valueIn(right, within)
  if (value === undefined) return undefined
  if (value !== '') return { field, operator, values: [value], other: false }
  if (operator !== '=' && operator !== '!=') return undefined
  return { field, operator: operator === '=' ? 'empty' : 'not_empty', values: [], other: false }
}

/** The field that a node names. */
const pathIn = (node: ASTNode, { paths }: In): string | undefined => {
  const path =
    node.op === '.' && node.args[0].op === 'id'
      ? `${node.args[0].args}.${node.args[1]}`
      : node.op === 'id'
        ? node.args
        : ''
  return paths.has(path) ? path : undefined
}

/** The text of a literal; of a number as it is written. */
const valueIn = (node: ASTNode, { text }: In): string | undefined => {
  if (node.op === '-_' && node.args.op !== 'value') return undefined
  if (node.op !== 'value' && node.op !== '-_') return undefined
  if (typeof node.args === 'string' || typeof node.args === 'boolean') return String(node.args)
  const written = text.slice(node.start, node.end)
  return isDecimal(written) ? written : undefined
}
