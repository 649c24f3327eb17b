import { CUSTOMER_SORT_KEYS } from '#contract/customers.ts'
import { choice, text } from '../../ui/address/read-address.ts'
import { listAddress } from '../../ui/list/list-address.ts'

/** Identity types that have a tab of their own; NA are the buyers of consolidated documents. */
const TABS = ['BRN', 'NRIC', 'NA'] as const

/** What decides which customers are shown. */
export const customersAddress = listAddress({
  own: { tab: choice(TABS), name: text, identity_number: text },
  sort_keys: CUSTOMER_SORT_KEYS,
  usual_order: { sort_by: 'name', sort_order: 'asc' },
  page_sizes: [10, 50, 100],
  views: 'customers',
})
