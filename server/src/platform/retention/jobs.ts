import { z } from 'zod'
import { defineJob } from '../jobs/definition.ts'

/** Every day: rows that nobody needs any more. */
export const purgeJob = defineJob({
  name: 'retention.purge',
  payload: z.object({}),
  policy: 'singleton',
  expire_seconds: 3_600,
})
