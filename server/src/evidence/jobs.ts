import { z } from 'zod'
import { DELIVERY_WAYS } from '#contract/logs/chain.ts'
import { defineJob, FOR_A_DAY } from '../platform/jobs/definition.ts'

/** Every day: what all chains have come to, written down outside the database. */
export const anchorJob = defineJob({ name: 'evidence.anchor', payload: z.object({}), policy: 'singleton' })

const Run = z.object({ run_id: z.uuid() })

/** What no worker brought to its end. */
export const brokenOffJob = defineJob({ name: 'evidence.broken-off', payload: Run })

/** A hundred million records take some hours. A worker that ends meanwhile costs one try. */
const VERIFYING_SECONDS_MAX = 6 * 3_600

/** Somebody wants all chains verified. */
export const verifyJob = defineJob({
  name: 'evidence.verify',
  payload: Run,
  expire_seconds: VERIFYING_SECONDS_MAX,
  dead_letter: brokenOffJob,
})

/** Every week, so that a chain that is not intact is found though nobody asks. */
export const verifyWeeklyJob = defineJob({ name: 'evidence.verify-weekly', payload: z.object({}) })

const Sent = z.object({
  file: z.string().max(40),
  sha256: z.string().length(64),
  way: z.enum(DELIVERY_WAYS).default('mail'),
})
export type Sent = z.infer<typeof Sent>

/** What could not be delivered. */
export const undeliveredJob = defineJob({ name: 'evidence.undelivered', payload: Sent })

const PATIENT = { ...FOR_A_DAY, dead_letter: undeliveredJob }

export const mailAnchorJob = defineJob({ name: 'evidence.mail-anchor', payload: Sent, ...PATIENT })
export const storeAnchorJob = defineJob({ name: 'evidence.store-anchor', payload: Sent, ...PATIENT })
