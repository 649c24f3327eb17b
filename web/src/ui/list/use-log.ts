import {
  hashKey,
  infiniteQueryOptions,
  type QueryKey,
  type UseQueryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { isOwnNews } from '../../api/queries.ts'
import { useSearchState } from '../address/use-search-state.ts'
import { useFailureToast } from '../use-failure-toast.ts'
import { filtersOf, type ListAddress, type UsualSearch } from './list-address.ts'
import { keptWithin, type SearchedRows } from './use-list.ts'

type Answer<Row> = { next: string | null; results: Row[] }
type Ask<Row, Key extends QueryKey> = UseQueryOptions<Answer<Row>, Error, Answer<Row>, Key>

/** A list that is read on from its end, newest first; it has no pages and no count. */
export type LogRows<Row, Search extends UsualSearch = UsualSearch> = SearchedRows<Row, Search> & {
  /** Reads on; undefined where there is no more. */
  more: { load: () => void; busy: boolean } | undefined
}

type Wanted<Search extends UsualSearch, Row, Key extends QueryKey> = {
  address: ListAddress<Search>
  /** The call, from the place where the answer before ended; `search` is for its tab. */
  ask: (filters: Omit<Search, keyof UsualSearch>, after: string | undefined, search: Search) => Ask<Row, Key>
  /** The toast of a stretch that did not come. */
  failed: string
  /** Whether it is asked for at all, where it is not always shown. */
  enabled?: boolean
}

/** A log as its address says, with `more` to read on. What was loaded stays when a later stretch fails. */
export const useLog = <Search extends UsualSearch, Row, Key extends QueryKey>({
  address,
  ask,
  failed,
  enabled = true,
}: Wanted<Search, Row, Key>): LogRows<Row, Search> => {
  const state = useSearchState(address.read)
  const filters = filtersOf(state.search)
  const query = logQuery((after) => ask(filters, after, state.search))
  const { queryKey } = query
  const log = useInfiniteQuery({ ...query, ...keptWithin(state.search.tab), enabled })
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData, refetch } = log
  useFailureToast(error, failed, { each: true })
  return {
    ...state,
    views: address.views,
    rows: data?.pages.flatMap(({ results }) => results) ?? (error ? [] : undefined),
    count: undefined,
    error: data ? null : error,
    fetching: isPlaceholderData,
    retry: () => void refetch(),
    view: hashKey(queryKey),
    own: isOwnNews(String(queryKey[0]), log.dataUpdatedAt),
    more: hasNextPage ? { load: () => void fetchNextPage(), busy: isFetchingNextPage } : undefined,
  }
}

/** All stretches that were read of a log, of which `ask` reads one. */
export const logQuery = <Row, Key extends QueryKey>(ask: (after: string | undefined) => Ask<Row, Key>) =>
  infiniteQueryOptions({
    queryKey: [...ask(undefined).queryKey, 'log'],
    // Whoever looks again wants what is there by now, however short a time ago they looked.
    queryFn: ({ client, pageParam }) => client.fetchQuery({ ...ask(pageParam), staleTime: 0 }),
    initialPageParam: undefined as string | undefined, // what is read first is the end
    getNextPageParam: ({ next }: Answer<Row>) => placeIn(next),
    retry: false, // `fetchQuery` tries again by itself
    // Each stretch that is read is told as an act of the person, who only came back to the tab.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

const placeIn = (next: string | null) =>
  next === null ? undefined : (new URL(next).searchParams.get('after') ?? undefined)
