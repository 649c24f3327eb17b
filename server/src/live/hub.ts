import type { Readable } from 'node:stream'
import type { News } from '#contract/live.ts'
import type { Caller, UserCaller } from '#domain/access/caller.ts'
import { ProblemError } from '#domain/problems.ts'
import type { Log } from '../platform/log/log.ts'
import { openBacklog } from './backlog.ts'
import { concerns, type Heard, type Reader, readerFor } from './heard.ts'
import { openStream, type Stream } from './stream.ts'

const STREAMS_MAX = 2_000
export const STREAMS_OF_PERSON_MAX = 20
/** Proxies take a connection that is silent for a minute for dead. */
const BEAT_MS = 15_000
const AGAIN_S = 60

export type Hub = ReturnType<typeof openHub>

/** Who follows: as they are now, and how to learn whether they still may; undefined once their session is over. */
export type Follower = { caller: UserCaller; recheck: () => Promise<Caller | undefined> }

type Following = { reader: Reader; stream: Stream; recheck: Follower['recheck'] }

type Means = { log: Log; now_ms?: () => number; random?: () => number }

/** All open streams of this process. It says nothing by itself: `hear` is told by the ear on the database. */
export const openHub = ({ log, now_ms = () => performance.now(), random = Math.random }: Means) => {
  const backlog = openBacklog({ now_ms })
  const following = new Set<Following>()
  const judge = async (one: Following) => {
    try {
      const caller = await one.recheck()
      if (caller?.kind === 'user') one.reader = readerFor(caller)
      else one.stream.end()
    } catch (error) {
      // While the database is away nobody learns anything, and nobody is sent away.
      log.warn({ err: error }, 'a listener could not be looked up')
    }
  }
  const beat = async () => {
    for (const one of [...following]) {
      one.stream.beat()
      await judge(one)
    }
  }
  const timer = setInterval(() => void beat(), BEAT_MS)
  timer.unref()
  return {
    /** What is old for somebody who asks once. */
    since: (caller: UserCaller, after: string): News => {
      return { id: backlog.place(), old: backlog.since(readerFor(caller), after) }
    },
    /** Events from a place on, until the reader leaves. Throws too_many and unavailable beyond the limits. */
    follow: ({ caller, recheck }: Follower, after: string): Readable => {
      demandRoom(following, caller)
      const reader = readerFor(caller)
      const stream = openStream({ place: backlog.place, random }, backlog.since(reader, after))
      const one = { reader, stream, recheck }
      following.add(one)
      stream.events.once('close', () => following.delete(one))
      return stream.events
    },
    hear: (heard: Heard): void => {
      if (heard.topic === 'sessions') {
        const users = new Set(heard.users)
        for (const one of following) if (users.has(one.reader.caller.user_id)) void judge(one)
        return
      }
      backlog.add(heard)
      for (const { reader, stream } of following) if (concerns(reader, heard)) stream.hear([heard.topic])
    },
    /** Something may have been missed: everything is old to everybody. */
    restart: (): void => {
      backlog.restart()
      for (const { reader, stream } of following) stream.hear(backlog.since(reader, 'elsewhere'))
    },
    beat,
    count: () => following.size,
    /** Ends all streams; readers come again, to whichever process is there then. */
    close: (): void => {
      clearInterval(timer)
      for (const { stream } of following) stream.end()
    },
  }
}

const demandRoom = (following: ReadonlySet<Following>, { user_id }: UserCaller) => {
  const own = [...following].filter(({ reader }) => reader.caller.user_id === user_id)
  if (own.length >= STREAMS_OF_PERSON_MAX) {
    const message = 'You follow along in too many windows. Close some of them.'
    throw new ProblemError({ kind: 'too_many', code: 'too_many', message, retry_after_s: AGAIN_S })
  }
  if (following.size < STREAMS_MAX) return
  const message = 'Too many people follow along. Ask now and then instead.'
  throw new ProblemError({ kind: 'unavailable', code: 'busy', message, retry_after_s: AGAIN_S })
}
