import { z } from 'zod'
import { KIND_KEYS } from '#domain/notifications/kinds.ts'
import { defineJob, FOR_A_DAY } from '../../platform/jobs/definition.ts'

/** Something of a kind is new: once it is quiet, whoever wants to hear of it at once gets one letter. */
export const gatherJob = defineJob({
  name: 'notifications.gather',
  payload: z.object({ kind: z.enum(KIND_KEYS) }),
  policy: 'short',
  retries: 15,
  backoff_ms_max: 600_000,
})

/** Every morning at eight: the daily mails. */
export const digestJob = defineJob({
  name: 'notifications.digest',
  payload: z.object({}),
  policy: 'singleton',
})

/** Sends one letter. Tried for a day while the mail server is down. */
export const letterJob = defineJob({
  name: 'notifications.letter',
  payload: z.object({ letter_id: z.uuid() }),
  ...FOR_A_DAY,
})
