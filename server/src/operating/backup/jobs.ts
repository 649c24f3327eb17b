import { z } from 'zod'
import { MINUTE_MS } from '#domain/time/units.ts'
import { defineJob } from '../../platform/jobs/definition.ts'

/** A disk that takes 20 MB a second takes 250 GB in so long. */
const BACKUP_SECONDS_MAX = 4 * 3_600
const AGAIN_MS = 15 * MINUTE_MS

/** Each night: a backup of the embedded database, where BACKUP_DIR is set. */
export const backupJob = defineJob({
  name: 'operating.backup',
  payload: z.object({}),
  policy: 'singleton',
  expire_seconds: BACKUP_SECONDS_MAX,
  backoff_ms: AGAIN_MS,
  backoff_ms_max: AGAIN_MS,
})
