import { z } from 'zod'
import { defineJob } from '../../platform/jobs/definition.ts'

const One = z.object({ import_id: z.uuid() })

/** What no run brought further. */
export const giveUpImportJob = defineJob({ name: 'imports.give-up', payload: One })

/** Goes on with an import for a while, and asks for itself again while there is more: others have their turn. */
export const importJob = defineJob({
  name: 'imports.go-on',
  payload: One,
  policy: 'in-turn',
  retries: 100,
  backoff_ms: 1_000,
  backoff_ms_max: 60_000,
  dead_letter: giveUpImportJob,
})

/** Every few minutes: imports that work and have no job get one, and old ones are thrown away. */
export const tidyImportsJob = defineJob({
  name: 'imports.tidy',
  payload: z.object({}),
  policy: 'singleton',
  expire_seconds: 3_600,
})
