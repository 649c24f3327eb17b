import { z } from 'zod'
import { defineJob } from '../platform/jobs/definition.ts'

/** Every day: files that came with something that was refused or cut short are thrown away. */
export const tidyDefectsJob = defineJob({
  name: 'defects.tidy',
  payload: z.object({}),
  policy: 'singleton',
})
