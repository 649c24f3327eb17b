import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { isSortable, type TableProps } from './table.ts'

/** The order of the rows where there are cards, or not all columns, and no head of each to click. */
export const SortChoice = <Row, Key extends string>({
  columns,
  sort,
  onSort,
  onUsual,
}: TableProps<Row, Key>) => {
  const { t } = useLingui()
  if (!onSort) return null
  const choices = columns.filter(isSortable).flatMap(({ key, header }) => [
    { value: `${key} asc`, label: t`${header}, ascending`, sort: { by: key, order: 'asc' as const } },
    { value: `${key} desc`, label: t`${header}, descending`, sort: { by: key, order: 'desc' as const } },
  ])
  return (
    <NativeSelect
      aria-label={t`Sort by`}
      size="xs"
      data={[{ value: '', label: t`Usual order` }, ...choices.map(({ value, label }) => ({ value, label }))]}
      value={sort && onUsual ? `${sort.by} ${sort.order}` : ''}
      onChange={(event) => {
        const { value } = event.currentTarget
        const choice = choices.find((one) => one.value === value)
        if (choice) onSort(choice.sort)
        else onUsual?.()
      }}
    />
  )
}
