import { hashKey, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ViewedList } from '#contract/people/views.ts'
import { isAway } from '../../api/errors.ts'
import { isOwnNews } from '../../api/queries.ts'
import { type SearchState, useSearchState } from '../address/use-search-state.ts'
import { type ListAddress, type ListQuery, queryOf, type UsualSearch } from './list-address.ts'

type Answer<Row> = { count: number; more?: boolean; results: readonly Row[] }
type Ask<Fetched, Row, Key extends QueryKey> = UseQueryOptions<Fetched, Error, Answer<Row>, Key>

/** The rows that a call answered, and how it stands with the call. */
export type Rows<Row> = {
  /** Undefined while the first answer is awaited; none when it failed. */
  rows: readonly Row[] | undefined
  /** Of all pages; undefined while it is not known. */
  count: number | undefined
  /** There are more than are counted. */
  uncounted?: boolean | undefined
  error: Error | null
  /** These are the rows of the page before, until those of this one come. */
  fetching: boolean
  retry: () => void
  /** Which call this is: whoever turns a page or filters sees another one. */
  view: string
  /** These rows came because of what this person did. */
  own: boolean
}

/** A list whose filters stand in the address. */
export type SearchedRows<Row, Search extends UsualSearch = UsualSearch> = Rows<Row> &
  SearchState<Search> & {
    /** Which one it is, where its states can be kept by name. */
    views?: ViewedList | undefined
  }

/** One whose order and page stand there too. */
export type PagedRows<Row, Search extends UsualSearch = UsualSearch> = SearchedRows<Row, Search> & {
  page: number
  page_size: number
  page_sizes: readonly number[]
  sorted: boolean
  /** As they are asked for: as the address says, or as the list is usually. */
  sort_by?: Search['sort_by']
  sort_order?: Search['sort_order']
  /** The order where the address names none. */
  usual_order?: ListAddress<Search>['usual_order']
}

/**
 * The rows of before stay until those of another page or filter come, but not under the name of another `tab`: merged
 * into what asks for them.
 */
export const keptWithin = (tab: string | undefined) => ({
  meta: { tab },
  placeholderData: <T>(rows: T | undefined, before: { meta?: { tab?: unknown } | undefined } | undefined) =>
    before?.meta?.tab === tab ? rows : undefined,
})

/** The same each time: who compares rows must not take it for new ones. */
const NONE: readonly never[] = []

/** A list that is whole in one answer, in the order of the server; `tab` is the one that is open, if any. */
export const useRows = <Fetched, Row, Key extends QueryKey>(
  ask: Ask<Fetched, Row, Key>,
  tab?: string,
): Rows<Row> => {
  const asked = useQuery({ ...ask, ...keptWithin(tab) })
  const { data, dataUpdatedAt, isPlaceholderData, refetch } = asked
  // Rows that could not be asked for again are shown on.
  const error = data && !isPlaceholderData && isAway(asked.error) ? null : asked.error
  return {
    rows: error ? NONE : data?.results,
    count: error ? undefined : data?.count,
    uncounted: data?.more ?? false,
    error,
    fetching: isPlaceholderData,
    retry: () => void refetch(),
    // The rows of the page before belong to none: whatever comes after them shows at once.
    view: isPlaceholderData ? '' : hashKey(ask.queryKey),
    own: isOwnNews(String(ask.queryKey[0]), dataUpdatedAt),
  }
}

/**
 * A list as its address says: `useList(customersAddress, (query) => q(customers.list, { query }))`. The second argument
 * of `ask` is the whole address, for what the call names otherwise.
 */
export const useList = <Search extends UsualSearch, Fetched, Row, Key extends QueryKey>(
  address: ListAddress<Search>,
  ask: (query: ListQuery<Search>, search: Search) => Ask<Fetched, Row, Key>,
): PagedRows<Row, Search> => {
  const state = useSearchState(address.read)
  const query = queryOf(address, state.search)
  const { page, page_size, sort_by, sort_order } = query
  const { page_sizes, sorted, usual_order, views } = address
  return {
    ...state,
    ...useRows(ask(query, state.search), state.search.tab),
    page,
    page_size,
    page_sizes,
    sorted,
    sort_by,
    sort_order,
    usual_order,
    views,
  }
}
