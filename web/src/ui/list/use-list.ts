import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type SearchState, useSearchState } from '../address/use-search-state.ts'
import { type ListAddress, type ListQuery, queryOf, type UsualSearch } from './list-address.ts'

type Answer<Row> = { count: number; results: readonly Row[] }
type Ask<Fetched, Row, Key extends QueryKey> = UseQueryOptions<Fetched, Error, Answer<Row>, Key>

/** The rows that a call answered, and how it stands with the call. */
export type Rows<Row> = {
  /** Undefined while the first answer is awaited; none when it failed. */
  rows: readonly Row[] | undefined
  /** Of all pages; undefined while it is not known. */
  count: number | undefined
  error: Error | null
  /** These are the rows of the page before, until those of this one come. */
  fetching: boolean
  retry: () => void
}

/** A list whose filters stand in the address. */
export type SearchedRows<Row, Search extends UsualSearch = UsualSearch> = Rows<Row> & SearchState<Search>

/** One whose order and page stand there too. */
export type PagedRows<Row, Search extends UsualSearch = UsualSearch> = SearchedRows<Row, Search> & {
  page: number
  page_size: number
  page_sizes: readonly number[]
  sorted: boolean
}

/** A list that is whole in one answer, in the order of the server. */
export const useRows = <Fetched, Row, Key extends QueryKey>(ask: Ask<Fetched, Row, Key>): Rows<Row> => {
  const { data, error, isPlaceholderData, refetch } = useQuery({ ...ask, placeholderData: keepPreviousData })
  return {
    rows: error ? [] : data?.results,
    count: error ? undefined : data?.count,
    error,
    fetching: isPlaceholderData,
    retry: () => void refetch(),
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
  const { page, page_size } = query
  const { page_sizes, sorted } = address
  return { ...state, ...useRows(ask(query, state.search)), page, page_size, page_sizes, sorted }
}
