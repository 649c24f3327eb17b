import { DOCUMENT_KINDS, LINE_KINDS, PARTY_KINDS, type ValueKind } from './kinds.ts'

/** What a row of the builder asks of its field. */
export const OPERATORS = [
  ...(['=', '!=', '<', '<=', '>', '>='] as const),
  ...(['contains', 'not_contains', 'begins', 'ends', 'in', 'not_in', 'matches'] as const),
  ...(['empty', 'not_empty'] as const),
] as const
export type Operator = (typeof OPERATORS)[number]

/**
 * One row: of which field, what, and with what. The values are one text, several of `in` and `not_in`, none of `empty`
 * and `not_empty`; with `other` it is the name of another field.
 */
export type Row = { field: string; operator: Operator; values: readonly string[]; other: boolean }

/** Rows of which all hold, or any. */
export type Rows = { join: 'all' | 'any'; rows: readonly (Row | Rows)[] }

export const isRows = (one: Row | Rows): one is Rows => 'rows' in one

const ORDERED = ['=', '!=', '<', '<=', '>', '>='] as const
const OPERATORS_OF: Record<ValueKind, readonly Operator[]> = {
  decimal: ORDERED,
  date: [...ORDERED, 'empty', 'not_empty'],
  flag: ['='],
  text: OPERATORS.filter((one) => !['<', '<=', '>', '>='].includes(one)),
}

export const operatorsOf = (kind: ValueKind): readonly Operator[] => OPERATORS_OF[kind]

/** Which operators may compare with another field. */
export const comparesFields = (kind: ValueKind, operator: Operator): boolean =>
  kind !== 'flag' && ORDERED.some((one) => one === operator)

/** What a formula about the document, or about each line, can name, with the kind of each. */
export const pathsOf = (about: 'document' | 'line'): ReadonlyMap<string, ValueKind> => PATHS[about]

const under = (part: string, kinds: ReadonlyMap<string, ValueKind>) =>
  [...kinds].map(([name, kind]) => [`${part}.${name}`, kind] as const)

const OF_DOCUMENT = [...DOCUMENT_KINDS, ...under('customer', PARTY_KINDS), ...under('sender', PARTY_KINDS)]
const PATHS = {
  document: new Map(OF_DOCUMENT),
  line: new Map([...under('line', LINE_KINDS), ...OF_DOCUMENT]),
}
