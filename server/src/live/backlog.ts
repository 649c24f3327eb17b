import type { Topic } from '#contract/live.ts'
import { concerns, type Heard, type Reader } from './heard.ts'

/** What was heard last, for those who were away for a moment; beyond it everything is old to them. */
export const KEPT_MAX = 1_000
/** Who comes without a place has read the screen so shortly before. */
export const LOOK_BACK_MS = 10_000

/**
 * What this process heard, in its order. A place is good in the process that gave it, as long as it heard everything:
 * after `restart`, in another process, or too long ago, all is old.
 */
export const openBacklog = ({ now_ms, nameEpoch }: { now_ms: () => number; nameEpoch: () => string }) => {
  let epoch = nameEpoch()
  let last = 0
  let kept: { at: number; heard: Heard; heard_ms: number }[] = []
  const sinceWhen = (after: string): number | undefined => {
    if (after === '') return kept.find(({ heard_ms }) => now_ms() - heard_ms <= LOOK_BACK_MS)?.at ?? last + 1
    const at = after.startsWith(`${epoch}.`) ? Number(after.slice(epoch.length + 1)) : Number.NaN
    const oldest = last - kept.length
    return Number.isInteger(at) && at >= oldest && at <= last ? at + 1 : undefined
  }
  return {
    place: () => `${epoch}.${last}`,
    add: (heard: Heard): void => {
      last += 1
      kept.push({ at: last, heard, heard_ms: now_ms() })
      if (kept.length > KEPT_MAX) kept = kept.slice(-KEPT_MAX / 2)
    },
    restart: (): void => {
      epoch = nameEpoch()
      kept = []
    },
    /** What is old to a reader who knows all up to this place; everything where that cannot be said. */
    since: (reader: Reader, after: string): Topic[] => {
      const first = sinceWhen(after)
      const old =
        first === undefined
          ? reader.topics
          : new Set(
              kept
                .filter(({ at, heard }) => at >= first && concerns(reader, heard))
                .map(({ heard }) => heard.topic),
            )
      // Those of a reader are topics of the contract.
      return [...old] as Topic[]
    },
  }
}
