import type { Env } from '../../platform/env/env.ts'
import { ageOf, newestBackup } from '../backup/record.ts'
import { type Check, fail, ok, warn } from './finding.ts'

const HOUR_S = 3_600
/** One is made each night; a night that was missed is noticed, and two are too many. */
const AGE_S = { warn: 26 * HOUR_S, fail: 48 * HOUR_S }

/** Whether there is a backup that Lulus made. */
export const backupMade: Check<{ env: Env; now: Date }> = {
  id: 'backup',
  ask: async ({ env, now }) => {
    const { database_url, backup_dir, backs_up } = env
    if (database_url !== undefined)
      return ok('Lulus makes no backup of an external PostgreSQL: that has ways of its own (docs/backup.md).')
    const newest = await newestBackup(env)
    const age_s = newest && ageOf(newest, now)
    if (newest && age_s !== undefined && age_s < 0)
      return fail(
        `The newest backup is of a time to come: ${newest.folder}. It hides that a night is missed.`,
        'Look at the clock of this machine, and move that folder away.',
      )
    const told =
      age_s === undefined ? 'there is none' : `the newest is ${Math.floor(age_s / HOUR_S)} hours old`
    const words = `Of the backups in ${backup_dir} ${told}.`
    if (!backs_up)
      return warn(
        `Lulus makes no backup by itself. ${words}`,
        'Set BACKUP_DIR to a folder on another disk or machine (docs/backup.md).',
      )
    const mend =
      'npm run lulus -- backup makes one now, and says why it cannot; the log of the worker does, too.'
    if (age_s === undefined) return warn(words, mend)
    if (age_s > AGE_S.fail) return fail(words, mend)
    return age_s > AGE_S.warn ? warn(words, mend) : ok(words)
  },
}
