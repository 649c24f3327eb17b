import { listAddress } from '../../ui/list/list-address.ts'

/** What decides which of one's uploads are shown. */
export const importsAddress = listAddress({ page_sizes: [20, 50, 100] })
