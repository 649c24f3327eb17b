import { useEffect, useState } from 'react'
import { session } from '#contract/people/session.ts'
import { markActivity, readActivity } from '../api/activity.ts'
import { call } from '../api/call.ts'
import { readToken } from '../api/token.ts'
import { createAnnouncer } from './announcer.ts'
import { type Idle, readIdle } from './idle.ts'
import { endSession } from './sign-out.ts'

const WRITE_EVERY_MS = 5_000
const EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/**
 * Watches what the person does, in all tabs together. The server's limit slides with calls, so somebody who only types
 * for long is announced to it now and then, and once more when they rest.
 */
export const useIdle = (idle_ms_max: number) => {
  const [idle, setIdle] = useState<Idle>({ kind: 'active' })
  const [announcer] = useState(() => createAnnouncer(Date.now(), announce))
  const warned = idle.kind === 'warning'

  useEffect(() => {
    if (warned) return
    const onActivity = () => {
      const now = Date.now()
      if (now - readActivity() >= WRITE_EVERY_MS) markActivity(now)
      announcer.acted(now, idle_ms_max / 5)
    }
    for (const name of EVENTS) window.addEventListener(name, onActivity, { passive: true })
    return () => {
      for (const name of EVENTS) window.removeEventListener(name, onActivity)
    }
  }, [warned, announcer, idle_ms_max])

  // Once: that the limit was changed is nothing that the person did.
  useEffect(() => markActivity(Date.now()), [])

  useEffect(() => {
    const server = createServerCount()
    const timer = setInterval(() => {
      const now = Date.now()
      const activity_at = readActivity()
      announcer.rested(now)
      const next = readIdle(now - activity_at, idle_ms_max, server.leftAt(activity_at, now))
      if (next.kind === 'warning') server.ask(activity_at)
      if (next.kind === 'ended' && readToken()) endSession('idle')
      setIdle((before) => (sameIdle(before, next) ? before : next))
    }, 1000)
    return () => clearInterval(timer)
  }, [announcer, idle_ms_max])

  const stay = () => {
    const now = Date.now()
    markActivity(now)
    setIdle({ kind: 'active' })
    announcer.say(now)
  }
  return { idle, stay }
}

/** How long the server gives a rest that began with this activity: asked once, and for ever until it has answered. */
const createServerCount = () => {
  let asked_of = 0
  let ends_at = Number.POSITIVE_INFINITY
  return {
    leftAt: (activity_at: number, now: number) =>
      activity_at === asked_of ? ends_at - now : Number.POSITIVE_INFINITY,
    ask: (activity_at: number) => {
      if (activity_at === asked_of) return
      asked_of = activity_at
      ends_at = Number.POSITIVE_INFINITY
      call(session.validate, {}).then(
        ({ idle_ms_left }) => {
          if (activity_at === asked_of) ends_at = Date.now() + idle_ms_left
        },
        () => undefined,
      )
    },
  }
}

/** Any call slides the server's limit; a refusal ends the session where every 401 does. */
const announce = () => {
  call(session.validate, {}).catch(() => undefined)
}

const sameIdle = (a: Idle, b: Idle) =>
  a.kind === b.kind && (a.kind !== 'warning' || b.kind !== 'warning' || a.left_s === b.left_s)
