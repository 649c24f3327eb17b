import { surveyDemo } from '../demo/removal.ts'
import { removeDemo } from '../demo/remove.ts'
import { systemClock } from '../platform/clock/clock.ts'
import type { Env } from '../platform/env/env.ts'
import { withDatabase } from './with-database.ts'

/**
 * `demo remove`: what would go of the demo company, and with `--yes` that it is gone, however long that takes; the
 * screen gives up where there are many documents. Also while Lulus runs.
 */
export const removeDemoInWords = (env: Env, really: boolean): Promise<{ words: string; done: boolean }> =>
  withDatabase(env, async (db) => {
    const found = await surveyDemo({ db, caller: undefined })
    if (found.gone) return { words: 'There is nothing of the demo company.', done: true }
    if (found.refusal !== '') return { words: found.refusal, done: false }
    const { companies, documents, customers, accounts } = found
    const told =
      `${companies.join(', ') || 'no company'}; documents ${documents}, customers ${customers}, ` +
      `accounts ${accounts.map(({ email }) => email).join(', ')}`
    if (!really)
      return {
        words: `It would delete: ${told}. Nothing was deleted. To do it: npm run lulus -- demo remove --yes`,
        done: true,
      }
    await removeDemo({ db, caller: undefined, now: systemClock.now() })
    return { words: `Deleted: ${told}.`, done: true }
  })
