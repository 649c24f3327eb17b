import { listAddress } from '../../ui/list/list-address.ts'

/** A log is read on, so it has one size; nothing narrows it. */
export const commitsAddress = listAddress({ page_sizes: [50] })
