import { text } from '../../ui/address/read-address.ts'
import { listAddress } from '../../ui/list/list-address.ts'

/** What decides which webhooks are shown. */
export const webhooksAddress = listAddress({
  own: { search: text },
  page_sizes: [10, 50, 100],
  views: 'webhooks',
})
