import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { EmptyState } from '../EmptyState.tsx'
import { DataTable } from '../table/DataTable.tsx'
import { EmptyPage } from '../table/EmptyPage.tsx'
import { Pagination } from '../table/Pagination.tsx'
import { rangeOf } from '../table/page-count.ts'
import type { Sort, TableProps } from '../table/table.ts'
import classes from './List.module.css'
import { LoadMore } from './LoadMore.tsx'
import { hasFilter } from './list-address.ts'
import { type CalmRows, useCalmRows } from './use-calm-rows.ts'
import type { PagedRows, Rows, SearchedRows } from './use-list.ts'
import type { LogRows } from './use-log.ts'

export type ListProps<Row> = Pick<
  TableProps<Row, string>,
  'columns' | 'keyOf' | 'onRow' | 'isOpen' | 'card' | 'fixed'
> & {
  /** What `useList`, `useLog` or `useRows` answered. */
  list: Rows<Row> | PagedRows<Row> | LogRows<Row>
  /** What the table holds, for screen readers. */
  label: string
  /** The range in words; each list has its own. */
  range?: (range: Record<keyof ReturnType<typeof rangeOf>, string> & { uncounted: boolean }) => ReactNode
  /** Offers single pages by number as well. */
  numbered?: true
  /** Why the list is empty when no filter holds. */
  empty: ReactNode
  /** What it says when the filters leave nothing. */
  nothing_found?: string
  lead?: TableProps<Row, string>['lead'] | undefined
  /** The rows that are shown, where the screen needs to know them itself. */
  calm?: CalmRows<Row>
}

/** The rows of a list with all its states, and its pages: within a page (`ListPage`) or within a card of one. */
export const List = <Row,>(props: ListProps<Row>) => {
  const { list, range, numbered, empty, nothing_found, lead, calm: known, ...table } = props
  const own = useCalmRows(list, table.keyOf)
  const calm = known ?? own
  const searched = 'search' in list ? list : undefined
  const paged = 'page' in list ? list : undefined
  const none =
    searched && hasFilter(searched.search) ? <NothingFound title={nothing_found} list={searched} /> : empty
  return (
    <div className={classes.list}>
      {/* With what says that more has come: on the way there nothing moves either. */}
      <div className={classes.rows} {...calm.watch}>
        <DataTable
          {...table}
          {...(lead && { lead })}
          {...(paged?.sorted && orderOf(paged))}
          {...(paged && { page: paged.page })}
          rows={calm.rows}
          isGone={(row) => calm.gone.has(table.keyOf(row))}
          fetching={list.fetching}
          error={list.error}
          onRetry={list.retry}
          empty={paged ? <EmptyPage {...pagingOf(paged)}>{none}</EmptyPage> : none}
        />
        <Waiting waiting={calm.waiting} onShow={calm.show} />
      </div>
      {'more' in list && list.more && <LoadMore {...list.more} />}
      {paged && (
        <Pagination
          {...pagingOf(paged)}
          none={isNone(paged)}
          {...(numbered && { numbered })}
          page_sizes={paged.page_sizes}
          range={range && rangeIn(paged, range)}
          onPageSize={(page_size) => paged.first({ page_size })}
        />
      )}
    </div>
  )
}

/** There is nothing to turn. Past the end there is: the way back. */
const isNone = ({ count, page }: Listed) => count === 0 && page === 1

type WaitingProps = { waiting: { more: number } | undefined; onShow: () => void }

/** That the list is another one by now, below it, where it moves nothing. Said once, not with each change. */
const Waiting = ({ waiting, onShow }: WaitingProps) => (
  <div role="status" className={classes.waiting}>
    {waiting && (
      <>
        <Plural value={waiting.more} _0="The list has changed." one="# new row" other="# new rows" />
        <Button variant="subtle" size="compact-sm" onClick={onShow}>
          <Trans>Show</Trans>
        </Button>
      </>
    )}
  </div>
)

type Listed = PagedRows<unknown>

/** Of a list that is not counted to its end, at least the next page is there. */
const countOf = ({ page, page_size, count = 0, uncounted }: Listed) =>
  uncounted ? Math.max(count, page * page_size + 1) : count

const rangeIn = (list: Listed, range: NonNullable<ListProps<unknown>['range']>) => {
  const { page, page_size, count, uncounted = false } = list
  if (count === undefined) return undefined
  const { first, last } = rangeOf(page, page_size, countOf(list))
  return range({ first: figure(first), last: figure(last), count: figure(count), uncounted })
}

const figure = (number: number) => number.toLocaleString('en')

const pagingOf = (list: Listed) => ({
  page: list.page,
  page_size: list.page_size,
  count: countOf(list),
  onPage: (to: number) => list.set({ page: to }),
})

const orderOf = ({ sort_by, sort_order = 'desc', usual_order, first }: Listed) => {
  const is_usual = sort_by === usual_order?.sort_by && sort_order === usual_order?.sort_order
  const order = (sort: Sort<string>) => first({ sort_by: sort?.by, sort_order: sort?.order })
  return {
    sort: sort_by ? { by: sort_by, order: sort_order } : undefined,
    // Without an order the usual one holds: a list that stands in it already is turned round by its heads.
    onSort: (sort: Sort<string>) =>
      order(!sort && is_usual && sort_by ? { by: sort_by, order: 'asc' } : sort),
    onUsual: sort_by && !is_usual ? () => order(undefined) : undefined,
  }
}

const NothingFound = ({ title, list }: { title: string | undefined; list: SearchedRows<unknown> }) => {
  const { t } = useLingui()
  return (
    <EmptyState
      title={title ?? t`Nothing matches these filters.`}
      action={
        <Button variant="default" onClick={() => list.reset()}>
          <Trans>Reset Filters</Trans>
        </Button>
      }
    />
  )
}
