import { choice, readAddress } from '../../ui/address/read-address.ts'

/** Whether decided requests are shown in place of those that wait. */
export const readRequests = readAddress({ tab: choice(['decided']) })
