import { isAway, isOutcomeUnknown } from '../../platform/db/trouble.ts'
import type { Engine } from '../store/engine.ts'

const PATIENCE_MS = 60_000
const PAUSE_MS = 1_000

/**
 * Stores what the authority answered, again and again for a minute while the database is away: it answers once, and
 * without it a document that it refused, or that certainly was not sent, counts as lost. `unsure`: an earlier try may
 * be stored. Throws what the last try did.
 */
export const untilKept = async <T>(
  { sleep }: Pick<Engine, 'sleep'>,
  store: (unsure: boolean) => Promise<T>,
): Promise<T> => {
  const began_ms = performance.now()
  for (let unsure = false; ; ) {
    try {
      return await store(unsure)
    } catch (error) {
      if (!isAway(error) || performance.now() - began_ms > PATIENCE_MS) throw error
      unsure ||= isOutcomeUnknown(error)
      await sleep(PAUSE_MS)
    }
  }
}
