import { PENDING_SORT_KEYS } from '#contract/documents.ts'
import { text } from '../../../ui/address.ts'
import { listAddress } from '../../../ui/list/list-address.ts'

/** What decides which pending documents are shown. */
export const pendingAddress = listAddress({
  own: { invoice_number: text, sender_store_code: text },
  sort_keys: PENDING_SORT_KEYS,
  page_sizes: [5, 10, 20, 50],
  page_size: 10,
})
