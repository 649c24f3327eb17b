import { z } from 'zod'
import { defineJob } from '../platform/jobs/definition.ts'

/** At each start and every hour: the history of the checkout in which the server runs. */
export const historyJob = defineJob({ name: 'commits.history', payload: z.object({}), policy: 'singleton' })
