import { z } from 'zod'
import { DELIVERY_STATES } from '#contract/webhooks.ts'
import { listAddress } from '../../ui/list/list-address.ts'

/** What decides which deliveries of a webhook are shown; a log is read on, so it has one size. */
export const deliveriesAddress = listAddress({ own: { state: z.enum(DELIVERY_STATES) }, page_sizes: [50] })
