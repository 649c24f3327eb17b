import { listAddress } from '../../ui/list/list-address.ts'

/** Which of the mails are shown, and which one stands open. */
export const mailsAddress = listAddress({ page_sizes: [50, 100] })
