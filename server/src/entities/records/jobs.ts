import { z } from 'zod'
import { defineJob } from '../../platform/jobs/definition.ts'
import { accessChanged } from './facts.ts'

/** Every morning: which signing certificates end soon? */
export const warnJob = defineJob({
  name: 'entities.warn',
  payload: z.object({}),
  policy: 'singleton',
})

/** Companies that play with the simulator and have no credentials for it yet get them from there. */
export const equipJob = defineJob({
  name: 'entities.equip',
  payload: accessChanged.payload,
  policy: 'singleton',
})
