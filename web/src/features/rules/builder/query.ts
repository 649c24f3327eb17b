import type { RuleGroupType, RuleType } from 'react-querybuilder'
import { isRows, OPERATORS, type Operator, type Row, type Rows } from '#domain/rules/rows.ts'

/** Rows as the library holds them, and back. */
export const toQuery = ({ join, rows }: Rows): RuleGroupType => ({
  combinator: join === 'all' ? 'and' : 'or',
  rules: rows.map((one) => (isRows(one) ? toQuery(one) : toRule(one))),
})

const toRule = ({ field, operator, values, other }: Row): RuleType => ({
  ...{ field, operator, valueSource: other ? 'field' : 'value' },
  value: takesMany(operator) ? [...values] : (values[0] ?? ''),
})

export const ofQuery = ({ combinator, rules }: RuleGroupType): Rows => ({
  join: combinator === 'and' ? 'all' : 'any',
  rows: rules.map((one) => ('rules' in one ? ofQuery(one) : ofRule(one))),
})

const ofRule = ({ field, operator, value, valueSource }: RuleType): Row => {
  const known = OPERATORS.find((one) => one === operator) ?? '='
  return { field, operator: known, values: valuesOf(known, value), other: valueSource === 'field' }
}

/** What was typed before another operator was chosen may be of the other shape. */
const valuesOf = (operator: Operator, value: unknown): string[] => {
  if (operator === 'empty' || operator === 'not_empty') return []
  const all = [value].flat().map(String)
  return takesMany(operator) ? all.filter((one) => one !== '') : all.slice(0, 1)
}

export const takesMany = (operator: string) => operator === 'in' || operator === 'not_in'
