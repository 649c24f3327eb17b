import { useEffect, useState } from 'react'
import { session } from '#contract/people/session.ts'
import { markActivity, readActivity } from '../api/activity.ts'
import { call } from '../api/call.ts'
import { dropToken, readToken } from '../api/token.ts'
import { type Idle, readIdle } from './idle.ts'

const WRITE_EVERY_MS = 5_000
const EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/**
 * Watches what the person does, in all tabs together. The server's limit slides with calls, so somebody who only types
 * for long is announced to it now and then.
 */
export const useIdle = (idle_ms_max: number) => {
  const [idle, setIdle] = useState<Idle>({ kind: 'active' })
  const warned = idle.kind === 'warning'

  useEffect(() => {
    if (warned) return
    let announced_at = Date.now()
    const onActivity = () => {
      const now = Date.now()
      if (now - readActivity() < WRITE_EVERY_MS) return
      markActivity(now)
      if (now - announced_at > idle_ms_max / 5) {
        announced_at = now
        announce()
      }
    }
    for (const name of EVENTS) window.addEventListener(name, onActivity, { passive: true })
    return () => {
      for (const name of EVENTS) window.removeEventListener(name, onActivity)
    }
  }, [warned, idle_ms_max])

  useEffect(() => {
    markActivity(Date.now())
    const timer = setInterval(() => {
      const now = readIdle(Date.now() - readActivity(), idle_ms_max)
      if (now.kind === 'ended' && readToken()) endIdle()
      setIdle((before) => (sameIdle(before, now) ? before : now))
    }, 1000)
    return () => clearInterval(timer)
  }, [idle_ms_max])

  const stay = () => {
    markActivity(Date.now())
    setIdle({ kind: 'active' })
    announce()
  }
  return { idle, stay }
}

/** Any call slides the server's limit; a refusal ends the session where every 401 does. */
const announce = () => {
  call(session.validate, {}).catch(() => undefined)
}

/** The server is told with the token that is forgotten here; what it answers changes nothing. */
const endIdle = () => {
  call(session.logout, {}).catch(() => undefined)
  dropToken('idle')
}

const sameIdle = (a: Idle, b: Idle) =>
  a.kind === b.kind && (a.kind !== 'warning' || b.kind !== 'warning' || a.left_s === b.left_s)
