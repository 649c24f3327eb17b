import { ITEM_SORT_KEYS } from '#contract/items.ts'
import { text } from '../../ui/address/read-address.ts'
import { listAddress } from '../../ui/list/list-address.ts'

/** What decides which saved items are shown. */
export const itemsAddress = listAddress({
  own: { search: text },
  sort_keys: ITEM_SORT_KEYS,
  usual_order: { sort_by: 'item_description', sort_order: 'asc' },
  page_sizes: [10, 50, 100],
  views: 'items',
})
