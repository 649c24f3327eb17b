import { DELIVERY_STATES } from '#contract/webhooks.ts'
import { choice } from '../../ui/address/read-address.ts'
import { listAddress } from '../../ui/list/list-address.ts'

/** What decides which deliveries of a webhook are shown; a log is read on, so it has one size. */
export const deliveriesAddress = listAddress({ own: { state: choice(DELIVERY_STATES) }, page_sizes: [50] })
