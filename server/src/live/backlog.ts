import { randomBytes } from 'node:crypto'
import type { Topic } from '#contract/live.ts'
import { secretBox } from '../platform/crypto/secret-box.ts'
import { concerns, type Heard, type Reader } from './heard.ts'

/** What was heard last, for those who were away for a moment; beyond it everything is old to them. */
const KEPT_MAX = 1_000
/** Who comes without a place has read the screen so shortly before. */
const LOOK_BACK_MS = 10_000

/** All places are as long. */
const DIGITS = 12

const newBox = () => secretBox(randomBytes(32).toString('hex'))

/** NaN for what is no place of this box. */
const openedBy = (box: ReturnType<typeof newBox>, place: string): number => {
  try {
    return Number(box.open(place))
  } catch {
    return Number.NaN
  }
}

/**
 * What this process heard, in its order. A place is good in the process that gave it, as long as it heard everything:
 * after `restart`, in another process, or too long ago, all is old. It is sealed, since its number says how much
 * everybody does, also those of whom its reader may know nothing.
 */
export const openBacklog = ({ now_ms }: { now_ms: () => number }) => {
  let box = newBox()
  let last = 0
  let kept: { at: number; heard: Heard; heard_ms: number }[] = []
  const sinceWhen = (after: string): number | undefined => {
    if (after === '') return kept.find(({ heard_ms }) => now_ms() - heard_ms <= LOOK_BACK_MS)?.at ?? last + 1
    const at = openedBy(box, after)
    const oldest = last - kept.length
    return Number.isInteger(at) && at >= oldest && at <= last ? at + 1 : undefined
  }
  return {
    place: () => box.seal(String(last).padStart(DIGITS, '0')),
    add: (heard: Heard): void => {
      last += 1
      kept.push({ at: last, heard, heard_ms: now_ms() })
      if (kept.length > KEPT_MAX) kept = kept.slice(-KEPT_MAX / 2)
    },
    restart: (): void => {
      box = newBox()
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
