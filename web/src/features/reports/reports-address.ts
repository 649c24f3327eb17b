import { listAddress } from '../../ui/list/list-address.ts'

/** Which of one's reports are shown. */
export const reportsAddress = listAddress({ page_sizes: [10, 20, 50] })
