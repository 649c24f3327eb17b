import { z } from 'zod'
import { defineJob } from '../platform/jobs/definition.ts'

/** Every hour: requests that nobody decided in time end. */
export const expireJob = defineJob({
  name: 'change-requests.expire',
  payload: z.object({}),
  policy: 'singleton',
})

/** Tells whoever made a request that it has expired. Tried for about an hour while the mail server is down. */
export const mailExpiredJob = defineJob({
  name: 'change-requests.mail-expired',
  payload: z.object({ request_id: z.int() }),
  retries: 15,
  backoff_ms: 1_000,
  backoff_ms_max: 600_000,
})
