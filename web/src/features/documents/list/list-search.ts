import type { z } from 'zod'
import { own } from '#codes/own.ts'
import { type ListQuery, SORT_KEYS } from '#contract/documents.ts'
import { TABS, type Tab } from '#domain/documents/lifecycle.ts'
import { isCalendarDate } from '#domain/time/dates.ts'

export const PAGE_SIZES = [50, 100, 200] as const

/** The filters whose value is one text; their names in the address are those of the call. */
export const TEXT_FILTERS = [
  'buyer_name',
  'buyer_tin_no',
  'buyer_id_no',
  'buyer_email',
  'invoice_number',
  'agent_code',
  'contract_number',
  'lhdn_uuid',
] as const
export type TextFilter = (typeof TEXT_FILTERS)[number]

/** Filters as the address holds them; several codes are joined by commas. */
export type Filters = Partial<
  Record<TextFilter | 'date_start' | 'date_end' | 'invoice_type' | 'sender_store_code' | 'status', string>
>

/** Everything that decides what the list shows. What is not there has its default. */
export type ListSearch = Filters & {
  tab?: Tab
  sort_by?: (typeof SORT_KEYS)[number]
  sort_order?: 'asc' | 'desc'
  page?: number
  page_size?: number
  /** The document whose quickview is open. */
  open?: string
}

const LENGTH_MAX = 200

/** Reads an address that anybody may have typed: what makes no sense is left out. */
export const readListSearch = (search: Record<string, unknown>): ListSearch => {
  const text = (name: string) => {
    const value = own(search, name)
    return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, LENGTH_MAX) : undefined
  }
  const date = (name: string) => {
    const value = text(name)
    return value && isCalendarDate(value) ? value : undefined
  }
  const page = wholeNumber(search.page)
  const page_size = PAGE_SIZES.find((size) => size === wholeNumber(search.page_size))
  const tab = text('tab')
  const sort_by = SORT_KEYS.find((key) => key === text('sort_by'))
  return present({
    ...Object.fromEntries(TEXT_FILTERS.map((name) => [name, text(name)])),
    tab: tab && tab !== 'All' && isTab(tab) ? tab : undefined,
    date_start: date('date_start'),
    date_end: date('date_end'),
    invoice_type: text('invoice_type'),
    sender_store_code: text('sender_store_code'),
    status: text('status'),
    sort_by,
    sort_order: sort_by && (text('sort_order') === 'asc' ? 'asc' : 'desc'),
    page: page && page > 1 ? page : undefined,
    page_size: page_size === PAGE_SIZES[0] ? undefined : page_size,
    open: text('open'),
  })
}

/** The call which answers an address. */
export const toListQuery = (search: ListSearch): z.input<typeof ListQuery> => {
  const { tab, date_start, date_end, status, open: _, ...rest } = search
  return {
    ...rest,
    ...(date_start && { dateStart: date_start }),
    ...(date_end && { dateEnd: date_end }),
    ...(tab && tab !== 'All' ? { status: TABS[tab].join(',') } : status && { status }),
    page: search.page ?? 1,
    page_size: search.page_size ?? PAGE_SIZES[0],
  }
}

/** The filters alone, as the panel edits them. */
export const filtersOf = (search: ListSearch): Filters => {
  const { tab: _t, sort_by: _b, sort_order: _o, page: _p, page_size: _s, open: _d, ...filters } = search
  return filters
}

export const hasFilter = (search: ListSearch) => Object.keys(present(filtersOf(search))).length > 0

/** Without the keys whose value is undefined or empty. */
export const present = <T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  // Object.fromEntries forgets the keys' names.
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined && one !== '')) as never

const isTab = (text: string): text is Tab => Object.hasOwn(TABS, text)

const wholeNumber = (value: unknown) => {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 && number <= 100_000 ? number : undefined
}
