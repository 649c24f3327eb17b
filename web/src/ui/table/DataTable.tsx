import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { LoadError } from '../LoadError.tsx'
import { CardList } from './CardList.tsx'
import classes from './DataTable.module.css'
import { HeadCell } from './HeadCell.tsx'
import { SortChoice } from './SortChoice.tsx'
import { type Column, NARROW, pinnedWidth, placed, shownOf, type TableProps } from './table.ts'
import { useRowFocus } from './use-row-focus.ts'

const SKELETONS = Array.from({ length: 8 }, (_, index) => index)

/** The one table: sticky head, sort by column, skeleton, empty and error states. Native cells, for long lists. */
export const DataTable = <Row, Key extends string>(props: TableProps<Row, Key>) => {
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
  const { rows, fetching = false, error, empty } = props
  const frame = useTopOfPage(props.page)
  useRowFocus(frame, rows?.map(props.keyOf) ?? [])
  const waiting = rows === undefined && !error
  return (
    <div
      ref={frame}
      className={classes.frame}
      aria-busy={waiting || fetching}
      data-dimmed={fetching && !waiting}
    >
      {narrow && props.card ? <CardList {...props} card={props.card} /> : <Wide {...props} />}
      {error ? <LoadError error={error} onRetry={props.onRetry} /> : null}
      {/* There before its words are: so they are read out. */}
      <div role="status">{!error && rows?.length === 0 && empty}</div>
    </div>
  )
}

/** Another page begins at its top, be it scrolled within the table or, as cards, with the window. */
const useTopOfPage = (page: number | undefined) => {
  const frame = useRef<HTMLDivElement>(null)
  const shown = useRef(page)
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    frame.current?.querySelector('section')?.scrollTo({ top: 0 })
    if (frame.current && frame.current.getBoundingClientRect().top < 0) frame.current.scrollIntoView()
  }, [page])
  return frame
}

const Wide = <Row, Key extends string>(props: TableProps<Row, Key>) => {
  const shown = shownOf(props.columns)
  const always = shown.length < props.columns.length
  return (
    <>
      {props.onSort && (always || shown.some(({ roomy }) => roomy)) && (
        <div className={classes.order} data-always={always || undefined}>
          <SortChoice {...props} />
        </div>
      )}
      <Scrolling {...props} columns={shown} />
    </>
  )
}

const Scrolling = <Row, Key extends string>(props: TableProps<Row, Key>) => (
  // A region that scrolls must be reachable by keyboard.
  <section
    className={classes.scroll}
    aria-label={props.label}
    // Whatever takes the focus is scrolled out from under the columns that stay in sight.
    style={{ scrollPaddingRight: pinnedWidth(props.columns) }}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    tabIndex={0}
  >
    <table className={classes.table} data-fixed={props.fixed}>
      <thead>
        <tr>
          {props.lead && (
            <th className={classes.lead} data-acts>
              {props.lead.header}
            </th>
          )}
          {props.columns.map((column) => (
            <HeadCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows?.map((row) => (
          <BodyRow key={props.keyOf(row)} row={row} table={props} />
        ))}
        {props.rows === undefined && !props.error && <SkeletonRows columns={props.columns} />}
      </tbody>
    </table>
  </section>
)

const BodyRow = <Row, Key extends string>({ row, table }: { row: Row; table: TableProps<Row, Key> }) => (
  <tr
    data-open={table.isOpen?.(row) || undefined}
    aria-current={table.isOpen?.(row) || undefined}
    data-gone={table.isGone?.(row) || undefined}
    data-row={table.keyOf(row)}
    data-clickable={table.onRow ? true : undefined}
    onClick={(event) => {
      // Controls inside a row do their own work; a text selection is no click.
      const onControl = event.target instanceof Element && event.target.closest('a, button, input, label')
      if (!onControl && !window.getSelection()?.toString()) table.onRow?.(row)
    }}
  >
    {table.lead && (
      <td className={classes.lead} data-acts>
        {table.lead.cell(row)}
      </td>
    )}
    {table.columns.map((column) => (
      <td key={column.key} data-align={column.align} title={column.full?.(row)} {...placed(column)}>
        {column.width_max ? (
          <div className={classes.cut} style={{ maxWidth: column.width_max }}>
            {column.cell(row)}
          </div>
        ) : (
          column.cell(row)
        )}
      </td>
    ))}
  </tr>
)

const SkeletonRows = ({ columns }: { columns: readonly Column<never>[] }) =>
  SKELETONS.map((row) => (
    <tr key={row} aria-hidden>
      {columns.map((column, index) => (
        <td key={column.key} {...placed(column)}>
          <span className={classes.bone} style={{ width: `${45 + ((row * 7 + index * 13) % 45)}%` }} />
        </td>
      ))}
    </tr>
  ))
