import type { ReactNode } from 'react'
import classes from './PlainTable.module.css'

export type PlainColumn<Row> = { header: string; cell: (row: Row) => ReactNode }

type Props<Row> = {
  /** What it holds, for screen readers. */
  label: string
  columns: readonly PlainColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** What is said above the rows, and scrolls with them. */
  children?: ReactNode
}

/** A table within an answer, that is read once: what is wrong with a file, what was there already. */
export const PlainTable = <Row,>({ label, columns, rows, keyOf, children }: Props<Row>) => (
  <section className={classes.scroll} aria-label={label}>
    {children}
    {rows.length > 0 && (
      <table>
        <thead>
          <tr>
            {columns.map(({ header }) => (
              <th scope="col" key={header}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ header, cell }) => (
                <td key={header}>{cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
)
