import { live, type News, TOPICS, type Topic } from '#contract/live.ts'
import { call, request } from './call.ts'
import { ApiError } from './errors.ts'
import { readEvents } from './events.ts'
import { randomKey } from './random-key.ts'
import { createSlots, SLOT_MS, type Slots } from './stream-slots.ts'

/** Where a tab stands, kept while it does not follow. */
export type Place = { id: string }

type Following = {
  place: Place
  hear: (topics: readonly Topic[]) => void
  /** Told whether it is the stream that is followed. */
  onStream: (streams: boolean) => void
  signal: AbortSignal
}

/** A stream that says nothing for so long is none: something on the way keeps what is said. */
const FIRST_MS_MAX = 8_000
const SILENT_MS_MAX = 40_000
/** After so many in a row that said nothing it is asked now and then instead, for a while. */
const TRIES_MAX = 2
const ASK_EVERY_MS = 5_000
const ASKED_TIMES = 12
const AGAIN_MS = 1_000

/**
 * Hears what changed elsewhere until `signal` ends it: by the server's stream, and by asking every few seconds where
 * that is refused or held back on its way, or while other tabs of this browser listen to as many as there may be. A
 * stream that ends is followed on from where it ended.
 */
export const follow = async (following: Following): Promise<void> => {
  const { signal, onStream } = following
  const slots = createSlots({ storage: localStorage, tab: randomKey(), now_ms: Date.now })
  let tries = 0
  while (!signal.aborted) {
    if (!slots.hold()) {
      await askOnce(following)
      continue
    }
    const spoke = await readStream(following, slots)
    onStream(false)
    tries = spoke ? 0 : tries + 1
    if (tries >= TRIES_MAX) await askForAWhile(following)
    // Those whom a server sent away do not come back in the same instant.
    else await pause(AGAIN_MS * (0.5 + Math.random()), signal)
  }
}

/** Reads it for as long as its slot is held; whether it said anything. */
const readStream = async (following: Following, slots: Slots): Promise<boolean> => {
  const { place, hear, onStream, signal } = following
  const leaving = new AbortController()
  const leave = () => leaving.abort()
  signal.addEventListener('abort', leave)
  const holding = setInterval(() => slots.hold() || leave(), SLOT_MS / 2)
  let timer = setTimeout(leave, FIRST_MS_MAX)
  let spoke = false
  const onBytes = () => {
    clearTimeout(timer)
    timer = setTimeout(leave, SILENT_MS_MAX)
  }
  try {
    const headers = { accept: 'text/event-stream', ...(place.id && { 'last-event-id': place.id }) }
    const { body, headers: told } = await request(live.news, {}, { headers, signal: leaving.signal })
    if (!body || !told.get('content-type')?.startsWith('text/event-stream')) return false
    const onEvent = ({ data }: { data: string }) => {
      spoke = true
      onStream(true)
      take(JSON.parse(data), place, hear)
    }
    await readEvents(body, { onEvent, onBytes })
  } catch {
    // Broken off, refused or unreadable: the next try goes on from the same place.
  } finally {
    clearTimeout(timer)
    clearInterval(holding)
    slots.leave()
    signal.removeEventListener('abort', leave)
  }
  return spoke
}

const askForAWhile = async (following: Following) => {
  for (let asked = 0; asked < ASKED_TIMES && !following.signal.aborted; asked += 1) await askOnce(following)
}

const askOnce = async ({ place, hear, signal }: Following) => {
  try {
    take(await call(live.news, { query: { after: place.id } }, { signal }), place, hear)
  } catch (error) {
    // The session is over, and so is this tab's.
    if (error instanceof ApiError && error.status === 401) return await pause(SILENT_MS_MAX, signal)
  }
  await pause(ASK_EVERY_MS * (0.8 + 0.4 * Math.random()), signal)
}

/** A server that is newer than this page may speak of more. */
const take = ({ id, old }: News, place: Place, hear: Following['hear']) => {
  place.id = id
  const known = old.filter((topic) => TOPICS.includes(topic))
  if (known.length > 0) hear(known)
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
