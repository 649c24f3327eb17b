import { z } from 'zod'
import { defineJob } from '../platform/jobs/definition.ts'

/** Every morning: which signing certificates end soon? */
export const warnJob = defineJob({
  name: 'entities.warn',
  payload: z.object({}),
  policy: 'singleton',
})
