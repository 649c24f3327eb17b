import { text } from '../../ui/address/read-address.ts'
import { listAddress } from '../../ui/list/list-address.ts'

/** What decides which rules are shown. */
export const rulesAddress = listAddress({
  own: { search: text },
  page_sizes: [50, 100, 200],
  views: 'rules',
})
