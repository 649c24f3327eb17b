import type { RequestedReport } from '#contract/reports/reports.ts'
import { ApiError, mayPass } from '../../api/errors.ts'
import { isBeingMade } from './report-run.ts'

const ASK_AGAIN_MS = 1_000
/** After an answer that was none: what is busy is not to be kept so. */
const AFTER_FAULT_MS = 5_000

type By = {
  /** One's own reports as they are now. */
  ask: () => Promise<readonly RequestedReport[]>
  tell: (run: RequestedReport) => void
  pause: (ms: number) => Promise<void>
}

/**
 * The run when it has come to its end; undefined where it is not among those asked for, or may not be asked for any
 * more: it may go on all the same.
 */
export const untilMade = async (
  begun: RequestedReport,
  { ask, tell, pause }: By,
): Promise<RequestedReport | undefined> => {
  let run: RequestedReport | undefined = begun
  let pause_ms = ASK_AGAIN_MS
  while (run && isBeingMade(run.state)) {
    tell(run)
    await pause(pause_ms)
    try {
      run = (await ask()).find((one) => one.id === begun.id)
      pause_ms = ASK_AGAIN_MS
    } catch (error) {
      if (!goesOn(error)) return undefined
      pause_ms = AFTER_FAULT_MS
    }
  }
  return run
}

/** The worker makes it whatever one answer was, also where the database was too slow to tell how far it is. */
const goesOn = (error: unknown) => mayPass(error) || (error instanceof ApiError && error.status >= 500)
