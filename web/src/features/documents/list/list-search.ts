import { z } from 'zod'
import { type ListQuery, SORT_KEYS } from '#contract/documents.ts'
import { TABS, type Tab } from '#domain/documents/lifecycle.ts'
import { isCalendarDate } from '#domain/time/dates.ts'
import { oneOf, pageNumber, readAddress, saysAny, text } from '../../../ui/address.ts'

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

const day = z.string().refine(isCalendarDate)

/** Filters as the address holds them; several codes are joined by commas. */
const FILTERS = {
  buyer_name: text,
  buyer_tin_no: text,
  buyer_id_no: text,
  buyer_email: text,
  invoice_number: text,
  agent_code: text,
  contract_number: text,
  lhdn_uuid: text,
  date_start: day,
  date_end: day,
  invoice_type: text,
  sender_store_code: text,
  status: text,
} satisfies Record<TextFilter, z.ZodType> & Record<string, z.ZodType>
export type Filters = { [K in keyof typeof FILTERS]?: string | undefined }

/** Everything that decides what the list shows. What is not there has its default. `open`: whose quickview is. */
export const readListSearch = readAddress({
  ...FILTERS,
  // The keys of TABS are the tabs.
  tab: z.enum(Object.keys(TABS) as Tab[]),
  sort_by: z.enum(SORT_KEYS),
  sort_order: z.enum(['asc', 'desc']),
  page: pageNumber,
  page_size: oneOf(PAGE_SIZES),
  open: text,
})
export type ListSearch = ReturnType<typeof readListSearch>

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

export const hasFilter = (search: ListSearch) => saysAny(filtersOf(search))
