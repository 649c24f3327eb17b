import { isDecimal } from '../money/decimal.ts'
import { isCalendarDate } from '../time/dates.ts'
import type { ValueKind } from './kinds.ts'
import { comparesFields, isRows, operatorsOf, pathsOf, type Row, type Rows } from './rows.ts'

/** The formula that says what the rows say; undefined while one of them is not finished. */
export const textOfRows = (rows: Rows, about: 'document' | 'line'): string | undefined => {
  const paths = pathsOf(about)
  const print = ({ join, rows: all }: Rows): string | undefined => {
    const parts = all.map((one) => {
      if (!isRows(one)) return printRow(one, paths)
      const inner = print(one)
      return inner === undefined ? undefined : `(${inner})`
    })
    if (parts.length === 0 || parts.includes(undefined)) return undefined
    return parts.join(join === 'all' ? ' && ' : ' || ')
  }
  return print(rows)
}

const printRow = (row: Row, paths: ReadonlyMap<string, ValueKind>): string | undefined => {
  const { field, operator, values, other } = row
  const kind = paths.get(field)
  if (kind === undefined || !operatorsOf(kind).includes(operator)) return undefined
  if (operator === 'empty') return `${field} == ""`
  if (operator === 'not_empty') return `${field} != ""`
  const printed = other ? [otherField(row, kind, paths)] : values.map((value) => literal(value, kind))
  const [first] = printed
  if (first === undefined || printed.includes(undefined)) return undefined
  if (operator === 'in') return `${field} in [${printed.join(', ')}]`
  if (operator === 'not_in') return `!(${field} in [${printed.join(', ')}])`
  if (printed.length > 1) return undefined
  switch (operator) {
    case 'contains':
      return `${field}.contains(${first})`
    case 'not_contains':
      return `!${field}.contains(${first})`
    case 'begins':
      return `${field}.startsWith(${first})`
    case 'ends':
      return `${field}.endsWith(${first})`
    case 'matches':
      return `regex(${field}, ${first})`
    default:
      return `${field} ${operator === '=' ? '==' : operator} ${first}`
  }
}

const otherField = ({ operator, values }: Row, kind: ValueKind, paths: ReadonlyMap<string, ValueKind>) => {
  const [name] = values
  const fits = name !== undefined && paths.get(name) === kind && comparesFields(kind, operator)
  return fits && values.length === 1 ? name : undefined
}

const literal = (value: string, kind: ValueKind): string | undefined => {
  if (kind === 'decimal') return isDecimal(value) ? value : undefined
  if (kind === 'flag') return value === 'true' || value === 'false' ? value : undefined
  if (kind === 'date' && !isCalendarDate(value)) return undefined
  // Nothing is compared with nothing: that is what “is empty” is for.
  return value === '' ? undefined : JSON.stringify(value)
}
