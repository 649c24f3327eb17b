import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Stage } from '../crash/stage.ts'

/** One call over HTTP, and how many of it at the same time. */
export type Play = {
  name: string
  at_once: number
  url: string
  init: RequestInit
  /** Made only when it is sent: there are many, and they are large. */
  body?: () => NonNullable<RequestInit['body']>
}

export type Played = {
  name: string
  at_once: number
  statuses: number[]
  answer_bytes_max: number
  /** The answers are files, not JSON. */
  is_file: boolean
  /** Of the server's own thread, without what the machine did meanwhile. */
  blocked_ms_max: number
  cpu_ms: number
  /** Beyond what the process held before. */
  rss_bytes_more: number
  health: { statuses: number[]; ms_max: number }
}

const CALL_MS_MAX = 180_000
const HEALTH_PAUSE_MS = 20

const Cost = z.object({
  blocked_ms_max: z.number(),
  rss_bytes: z.number(),
  rss_bytes_max: z.number(),
  cpu_ms: z.number(),
})

const costOf = async ({ programs }: Stage) => Cost.parse(await programs.ask('web', 'what did it cost?'))

/** Plays it against the portal's own process and asks that what it cost, while somebody asks how it is. */
export const play = async (stage: Stage, { name, at_once, url, init, body }: Play): Promise<Played> => {
  const sent = { ...init, ...(body && { body: body() }) }
  const before = await costOf(stage)
  const health = watchHealth(stage)
  const signal = AbortSignal.timeout(CALL_MS_MAX)
  const answers = await Promise.all(
    Array.from({ length: at_once }, async () => {
      const reply = await fetch(`${stage.programs.url}${url}`, { ...sent, signal })
      const is_json = reply.headers.get('content-type')?.startsWith('application/json') ?? false
      return { status: reply.status, is_json, bytes: (await reply.arrayBuffer()).byteLength }
    }),
  )
  const seen = await health.stop()
  const cost = await costOf(stage)
  return {
    name,
    at_once,
    statuses: [...new Set(answers.map(({ status }) => status))],
    answer_bytes_max: Math.max(...answers.map(({ bytes }) => bytes)),
    is_file: answers.every(({ is_json }) => !is_json),
    blocked_ms_max: cost.blocked_ms_max,
    cpu_ms: cost.cpu_ms,
    rss_bytes_more: cost.rss_bytes_max - before.rss_bytes,
    health: seen,
  }
}

/** Asks again and again, one question after the other. */
const watchHealth = ({ programs }: Stage) => {
  const statuses = new Set<number>()
  let ms_max = 0
  let over = false
  const watching = (async () => {
    while (!over) {
      const began_ms = performance.now()
      const reply = await fetch(`${programs.url}/healthz`)
      await reply.arrayBuffer()
      statuses.add(reply.status)
      ms_max = Math.max(ms_max, performance.now() - began_ms)
      await sleep(HEALTH_PAUSE_MS)
    }
  })()
  return {
    stop: async () => {
      over = true
      await watching
      return { statuses: [...statuses], ms_max }
    },
  }
}
