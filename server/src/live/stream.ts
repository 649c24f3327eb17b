import { Readable } from 'node:stream'
import type { News, Topic } from '#contract/live.ts'

/** Two events of one stream lie so far apart; what is heard between them is one. */
export const PAUSE_MS = 500
/** The first of them waits up to so long, so that a thousand tabs do not ask in the same instant. */
const SPREAD_MS_MAX = 250

export type Stream = ReturnType<typeof openStream>

/** What a stream is made of: where it stands when it speaks, and the clock and the dice by which it waits. */
export type Pace = { place: () => string; random: () => number }

/**
 * One tab's events. What is due is a set of topics, so a reader who is slow costs no more than one who is not; `beat`
 * ends the stream of one who takes nothing at all.
 */
export const openStream = ({ place, random }: Pace, first: readonly Topic[]) => {
  const due = new Set<Topic>()
  let timer: NodeJS.Timeout | undefined
  let stuck = false
  const events = new Readable({ read: () => later() })
  const say = (news: News) => events.push(`id: ${news.id}\ndata: ${JSON.stringify(news)}\n\n`)
  const flush = () => {
    timer = undefined
    if (due.size === 0 || events.readableLength > 0 || events.destroyed) return
    say({ id: place(), old: [...due] })
    due.clear()
    // What comes meanwhile is one event after the pause.
    timer = setTimeout(flush, PAUSE_MS)
  }
  const later = () => {
    if (due.size > 0 && !events.destroyed) timer ??= setTimeout(flush, SPREAD_MS_MAX * random())
  }
  events.once('close', () => clearTimeout(timer))
  say({ id: place(), old: [...first] })
  return {
    events,
    /** These are old, at the next occasion. */
    hear: (topics: Iterable<Topic>): void => {
      for (const topic of topics) due.add(topic)
      later()
    },
    /** Tells the reader and everything between that the stream lives. */
    beat: (): void => {
      if (stuck && events.readableLength > 0) return void events.destroy()
      stuck = events.readableLength > 0
      if (!stuck) events.push(':\n\n')
    },
    end: (): void => {
      clearTimeout(timer)
      if (!events.destroyed) events.push(null)
    },
  }
}
