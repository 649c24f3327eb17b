import { listAddress } from '../../ui/list/list-address.ts'

export const previousAddress = listAddress({ page_sizes: [10, 20, 50], views: 'previous' })
