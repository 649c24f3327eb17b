import { useLingui } from '@lingui/react/macro'
import type { ValueKind } from '#domain/rules/kinds.ts'
import { isRows, pathsOf, type Row, type Rows } from '#domain/rules/rows.ts'
import { isCalendarDate } from '#domain/time/dates.ts'
import { formatDate } from '../../../dates.ts'
import { useOperatorWords, usePathWords } from './words.ts'

/** Rows as a sentence: “Total payable is over 10,000 and Customer: Country is not MYS”. */
export const useSentence = (about: 'document' | 'line') => {
  const { t } = useLingui()
  const wordOf = useOperatorWords()
  const nameOf = usePathWords()
  const paths = pathsOf(about)
  const tellValue = (value: string, kind: ValueKind | undefined) => {
    if (kind === 'decimal') return value.replace(/\B(?<!\.\d*)(?=(?:\d{3})+(?!\d))/g, ',')
    if (kind === 'flag') return value === 'true' ? t`yes` : t`no`
    return kind === 'date' && isCalendarDate(value) ? formatDate(value) : value
  }
  const tellRow = ({ field, operator, values, other }: Row) => {
    const kind = paths.get(field)
    const told = other ? values.map(nameOf) : values.map((value) => tellValue(value, kind))
    return [nameOf(field), wordOf(operator, kind), told.join(', ')].filter((part) => part !== '').join(' ')
  }
  const tell = ({ join, rows }: Rows): string =>
    rows
      .map((one) => (isRows(one) ? `(${tell(one)})` : tellRow(one)))
      .join(join === 'all' ? ` ${t`and`} ` : ` ${t`or`} `)
  return tell
}
