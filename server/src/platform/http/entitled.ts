import { pipeline, type Readable, Transform } from 'node:stream'
import type { Caller } from '#domain/access/caller.ts'
import type { Clock } from '../clock/clock.ts'
import { isAway } from '../db/trouble.ts'

/** What is read slowly goes on for so long without a look at whether its reader still may have it. */
const LOOK_EACH_MS = 15_000

export type Reader = {
  caller: Caller
  clock: Clock
  /** Who calls by now; throws where they may not make this call any more. */
  judge(): Promise<Caller | undefined>
}

/**
 * The same bytes for as long as their reader has what they had when they asked: a file is as long in coming as its
 * reader likes, and rows are read meanwhile. It fails where the reader is gone, or has lost anything; while the
 * database is away, the next look finds that.
 */
export const whileEntitled = (content: Readable, { caller, clock, judge }: Reader): Readable => {
  let looked_ms = clock.now().getTime()
  const look = async () => {
    const now_ms = clock.now().getTime()
    if (now_ms - looked_ms < LOOK_EACH_MS) return
    looked_ms = now_ms
    let now: Caller | undefined
    try {
      now = await judge()
    } catch (error) {
      if (isAway(error)) return
      throw error
    }
    if (!now || hasLost(caller, now)) throw new Error('Whoever reads this file may not have the rest of it.')
  }
  const watched = new Transform({
    transform(chunk, _encoding, done) {
      look().then(() => done(null, chunk), done)
    },
  })
  // Whoever takes it hears of what fails.
  pipeline(content, watched, () => {})
  return watched
}

const hasLost = (before: Caller, now: Caller): boolean =>
  accessOf(before) !== accessOf(now) ||
  [...before.flags].some((flag) => !now.flags.has(flag)) ||
  before.stores.some((had) => now.stores.every((has) => has.store_code_id !== had.store_code_id))

const accessOf = (caller: Caller) => (caller.kind === 'user' ? caller.access_type : caller.kind)
