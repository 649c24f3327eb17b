import type { ReactNode } from 'react'
import classes from './DataTable.module.css'
import { SortChoice } from './SortChoice.tsx'
import type { TableProps } from './table.ts'

const SKELETONS = [1, 2, 3, 4, 5]

/** The table's rows as cards, for a phone. */
export const CardList = <Row, Key extends string>(
  table: TableProps<Row, Key> & { card: (row: Row) => ReactNode },
) => (
  <ul className={classes.cards} aria-label={table.label}>
    {table.rows && table.rows.length > 0 && (table.lead || table.onSort) && (
      <li className={classes.cardsHead}>
        {table.lead?.header}
        <span>{table.lead?.header_words}</span>
        <SortChoice {...table} />
      </li>
    )}
    {table.rows?.map((row) => (
      <li
        key={table.keyOf(row)}
        data-row={table.keyOf(row)}
        data-open={table.isOpen?.(row) || undefined}
        data-gone={table.isGone?.(row) || undefined}
      >
        {table.lead?.cell(row)}
        <div className={classes.cardBody}>{table.card(row)}</div>
      </li>
    ))}
    {table.rows === undefined &&
      !table.error &&
      SKELETONS.map((row) => (
        <li key={row} aria-hidden>
          <span className={classes.bone} style={{ width: '70%' }} />
        </li>
      ))}
  </ul>
)
