import { choice } from '../../ui/address/read-address.ts'
import { listAddress } from '../../ui/list/list-address.ts'

/** Whether decided requests are shown in place of those that wait; they are read on, so they have one size. */
export const requestsAddress = listAddress({ own: { tab: choice(['decided']) }, page_sizes: [50] })
