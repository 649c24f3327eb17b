import type { ViewedList } from '#contract/people/views.ts'
import {
  choice,
  matching,
  oneOf,
  pageNumber,
  type Read,
  readAddress,
  type Shape,
  saysAny,
  text,
} from '../address/read-address.ts'

type Order<Key extends string> = { sort_by: Key; sort_order: 'asc' | 'desc' }

type Wanted<Own extends Shape, Key extends string> = {
  /** What only this list has: its filters by their names, and `tab` where there are tabs. */
  own?: Own
  /** The columns that it can be sorted by; none where its order is fixed. */
  sort_keys?: readonly Key[]
  /**
   * The order where the address names none, which its head shows; absent where the server's own is by no column that
   * can be sorted by.
   */
  usual_order?: Order<Key>
  page_sizes: readonly [number, ...number[]]
  /** The usual one; the first unless this says otherwise. */
  page_size?: number
  /** Which list it is, where a person can keep its states by name. */
  views?: ViewedList
}

/** Everything that decides what a list shows; it stands in the address. What is not there has its default. */
export const listAddress = <Own extends Shape = Record<never, never>, Key extends string = never>({
  own,
  sort_keys = [],
  usual_order,
  page_sizes,
  page_size = page_sizes[0],
  views,
}: Wanted<Own, Key>): ListAddress<ListSearch<Own, Key>> => ({
  // `own` is only absent where it is empty.
  read: readAddress({ ...usual(sort_keys, page_sizes), ...own } as Usual<Key> & Own),
  page_sizes,
  page_size,
  sorted: sort_keys.length > 0,
  usual_order,
  views,
})

/** Names of columns with blanks between them, as `writeHidden` writes them. */
const columns = matching(/^[\w. ]{1,1000}$/)

/**
 * What every list's address may say. `open`: which row stands open beside the list; `hidden`: which columns a view of
 * it leaves out.
 */
const usual = <Key extends string>(sort_keys: readonly Key[], page_sizes: readonly number[]) => ({
  sort_by: choice(sort_keys),
  sort_order: choice(['asc', 'desc']),
  page: pageNumber,
  page_size: oneOf(page_sizes),
  open: text,
  hidden: columns,
})

type Usual<Key extends string> = ReturnType<typeof usual<Key>>
type ListSearch<Own extends Shape, Key extends string> = Read<Usual<Key> & Own>

export type ListAddress<Search extends object> = {
  read: (search: Record<string, unknown>) => Search
  page_sizes: readonly number[]
  page_size: number
  sorted: boolean
  usual_order: Order<string> | undefined
  views: ViewedList | undefined
}

/** What any list's address may say, beside its filters. */
export type UsualSearch = {
  tab?: string | undefined
  sort_by?: string | undefined
  sort_order?: 'asc' | 'desc' | undefined
  page?: number | undefined
  page_size?: number | undefined
  open?: string | undefined
  hidden?: string | undefined
}

/** What the call of a list is asked: the filters, the order and the page. */
export type ListQuery<Search> = Omit<Search, 'tab' | 'open' | 'hidden' | 'page' | 'page_size'> & {
  page: number
  page_size: number
}

/** What the call is asked for an address; the first page of the usual size unless it says otherwise. */
export const queryOf = <Search extends UsualSearch>(
  address: ListAddress<Search>,
  search: Search,
): ListQuery<Search> => {
  const { tab: _t, open: _o, hidden: _h, page = 1, page_size = address.page_size, ...asked } = search
  return { ...asked, ...(!search.sort_by && address.usual_order), page, page_size }
}

/** The filters alone: all that is neither tab, order, page, columns nor open row. */
export const filtersOf = <Search extends UsualSearch>(search: Search): Omit<Search, keyof UsualSearch> => {
  const { tab: _t, sort_by: _b, sort_order: _o, ...paged } = search
  const { page: _p, page_size: _s, open: _d, hidden: _h, ...filters } = paged
  // All of them are left out, one half after the other.
  return filters as Omit<Search, keyof UsualSearch>
}

/** Whether an address narrows its list; a tab does not. */
export const hasFilter = (search: UsualSearch): boolean => saysAny(filtersOf(search))
