import { ProblemError } from '#domain/problems.ts'
import { createFairQueue } from './fair-queue.ts'

export type DoorLimits = {
  /** Calls that are inside at the same time. */
  at_once: number
  /** Of these, of one session, API key or address. */
  own_at_once: number
  /**
   * Half as many while so many wait, and with each further number half of that: more inside would only wait for each
   * other, and nobody's turn came sooner.
   */
  crowds: readonly number[]
  /** How long a call waits for its turn, ms; then it is refused, since whoever waits longer asks again anyway. */
  wait_ms_max: number
  waiting_max: number
  own_waiting_max: number
}

const RETRY_AFTER_S = 2

/**
 * The door before work when more comes than can be done: calls wait for their turn, everybody in a line of their own,
 * and those whose turn does not come soon are refused with 503 or, where one asks for too much, 429. So what is
 * admitted is answered quickly, and one integration's flood leaves room for everybody else.
 */
export const openDoor = (limits: DoorLimits) => {
  const waiting = createFairQueue<{ begin(): void }>({
    person_max: limits.own_waiting_max,
    all_max: limits.waiting_max,
  })
  const inside = new Map<string, number>()
  let count = 0
  const now = (many: number) =>
    Math.ceil(many / 2 ** limits.crowds.filter((crowd) => waiting.count() >= crowd).length)
  const hasRoom = () => count < now(limits.at_once)
  const mayEnter = (who: string) => (inside.get(who) ?? 0) < now(limits.own_at_once)
  const enter = (who: string) => {
    count++
    inside.set(who, (inside.get(who) ?? 0) + 1)
  }
  const takeNext = () => (hasRoom() ? waiting.next(mayEnter) : undefined)
  const leave = (who: string) => {
    count--
    const own = (inside.get(who) ?? 1) - 1
    if (own === 0) inside.delete(who)
    else inside.set(who, own)
    for (let next = takeNext(); next; next = takeNext()) next.begin()
  }
  /** Resolves when it is somebody's turn; the answer, called once, makes room for the next. */
  const admit = async (who: string): Promise<() => void> => {
    if (hasRoom() && mayEnter(who)) enter(who)
    else await turn(who)
    return once(() => leave(who))
  }
  const turn = (who: string) =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(late)
        enter(who)
        resolve()
      }
      const one = { begin }
      const late = setTimeout(() => {
        waiting.remove(one)
        reject(mayEnter(who) ? BUSY : TOO_MANY)
      }, limits.wait_ms_max)
      const added = waiting.add(who, one)
      if (added === 'waits') return
      clearTimeout(late)
      reject(added === 'full' ? BUSY : TOO_MANY)
    })
  return { admit }
}

export type Door = ReturnType<typeof openDoor>

const once = (act: () => void) => {
  let done = false
  return () => {
    if (done) return
    done = true
    act()
  }
}

/** Made once: a thousand a second may be refused, and a new one would each time find out where in the program it is. */
const BUSY = new ProblemError({
  ...{ kind: 'unavailable', code: 'busy', retry_after_s: RETRY_AFTER_S },
  message: 'Too many people ask at once. Please try again in a few seconds.',
})

const TOO_MANY = new ProblemError({
  ...{ kind: 'too_many', code: 'too_many', retry_after_s: RETRY_AFTER_S },
  message: 'You ask for too much at once. Please try again in a few seconds.',
})
