import { text } from '../../ui/address/read-address.ts'
import { listAddress } from '../../ui/list/list-address.ts'

export const previousAddress = listAddress({
  own: { search: text },
  page_sizes: [10, 20, 50],
  views: 'previous',
})
