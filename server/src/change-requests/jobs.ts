import { z } from 'zod'
import { defineJob, FOR_A_DAY } from '../platform/jobs/definition.ts'

/** Every hour: requests that nobody decided in time end. */
export const expireJob = defineJob({
  name: 'change-requests.expire',
  payload: z.object({}),
  policy: 'singleton',
})

/** Tells whoever made a request that it has expired. Tried for a day while the mail server is down. */
export const mailExpiredJob = defineJob({
  name: 'change-requests.mail-expired',
  payload: z.object({ request_id: z.int() }),
  ...FOR_A_DAY,
})
