import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import classes from './DataTable.module.css'
import { type Column, isSortable, placed, type Sort } from './table.ts'

type Props<Row, Key extends string> = {
  column: Column<Row, Key>
  sort: Sort<Key>
  onSort: ((sort: Sort<Key>) => void) | undefined
}

/** A column's head; sorting turns ascending, descending, off. */
export const HeadCell = <Row, Key extends string>({ column, sort, onSort }: Props<Row, Key>) => {
  const order = sort?.by === column.key ? sort.order : undefined
  const aria = order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : 'none'
  if (!onSort || !isSortable(column)) {
    return (
      <th scope="col" data-align={column.align} {...placed(column)}>
        {column.header}
      </th>
    )
  }
  const Icon = order === 'asc' ? IconArrowUp : order === 'desc' ? IconArrowDown : IconArrowsSort
  return (
    <th scope="col" aria-sort={aria} data-align={column.align} {...placed(column)}>
      <button
        type="button"
        className={classes.sort}
        data-order={order}
        onClick={() => onSort(nextSort(column.key, order))}
      >
        {column.header}
        <Icon size={12} aria-hidden />
      </button>
    </th>
  )
}

const nextSort = <Key extends string>(by: Key, order: 'asc' | 'desc' | undefined): Sort<Key> =>
  order === undefined ? { by, order: 'asc' } : order === 'asc' ? { by, order: 'desc' } : undefined
