import type { z } from 'zod'
import { type ListQuery, SORT_KEYS } from '#contract/document-rows.ts'
import { TABS, type Tab } from '#domain/documents/lifecycle.ts'
import { choice, codes, day, type Shape, text } from '../../../ui/address/read-address.ts'
import { listAddress } from '../../../ui/list/list-address.ts'

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

/** Filters as the address holds them; several codes are joined by commas. */
const FILTERS = {
  search: text,
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
  invoice_type: codes,
  sender_entity_code: codes,
  sender_store_code: codes,
  status: codes,
  environment: codes,
} satisfies Record<(typeof TEXT_FILTERS)[number], typeof text> & Shape
export type Filters = { [K in keyof typeof FILTERS]?: string | undefined }

/** Everything that decides what the list shows. `open`: whose quickview is. */
export const invoicesAddress = listAddress({
  // The keys of TABS are the tabs.
  own: { ...FILTERS, tab: choice(Object.keys(TABS) as Tab[]) },
  sort_keys: SORT_KEYS,
  usual_order: { sort_by: 'invoice_date', sort_order: 'desc' },
  page_sizes: [50, 100, 200],
  views: 'invoices',
})
export type InvoicesSearch = ReturnType<typeof invoicesAddress.read>

/** What the call is asked for an address, but for the page. */
export const toListQuery = (search: InvoicesSearch): z.input<typeof ListQuery> => {
  const { tab, date_start, date_end, status, page: _p, page_size: _s, ...more } = search
  const { open: _o, hidden: _h, ...rest } = more
  return {
    ...rest,
    ...(date_start && { dateStart: date_start }),
    ...(date_end && { dateEnd: date_end }),
    ...(tab && tab !== 'All' ? { status: TABS[tab].join(',') } : status && { status }),
  }
}
