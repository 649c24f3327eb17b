import { PENDING_SORT_KEYS } from '#contract/document-rows.ts'
import { choice, codes, day, text } from '../../../ui/address/read-address.ts'
import { listAddress } from '../../../ui/list/list-address.ts'

/** What decides which pending documents are shown. */
export const pendingAddress = listAddress({
  own: {
    ...{ invoice_number: text, sender_entity_code: codes, sender_store_code: codes },
    ...{ date_start: day, date_end: day },
    /** Only what the person may approve, as the dashboard's card counts it. */
    may_approve: choice(['true']),
  },
  sort_keys: PENDING_SORT_KEYS,
  // What has waited longest is decided first.
  usual_order: { sort_by: 'modified_at', sort_order: 'asc' },
  page_sizes: [5, 10, 20, 50],
  page_size: 10,
  views: 'pending',
})
