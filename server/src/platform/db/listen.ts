import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log/log.ts'
import { type Connection, WITH_PEOPLE } from './pool.ts'

export type Listening = {
  channel: string
  onNotice(payload: string): void | Promise<void>
  /** From now on all is heard; what was said before may have been missed. */
  onListening(): void | Promise<void>
  log: Log
  /** How often the server is asked whether it is there; every ten seconds unless told. */
  ask_after_ms?: number
}

/** A connection that died silently says nothing by itself. */
const ASK_AFTER_MS = 10_000
const AGAIN_MS_MIN = 250
const AGAIN_MS_MAX = 10_000
const END_MS_MAX = 1_000

/**
 * Listens on a channel of PostgreSQL, on a connection of its own, until `close`; one that is lost is opened anew. A
 * process listens once, whoever cares in it. Needs a session of its own: not through a pooler of transactions.
 */
export const listen = (connection: Connection, wanted: Listening): { close(): Promise<void> } => {
  const closing = new AbortController()
  const done = stay(connection, wanted, closing.signal)
  return {
    close: async () => {
      closing.abort()
      await done
    },
  }
}

const stay = async (connection: Connection, wanted: Listening, signal: AbortSignal) => {
  let pause_ms = AGAIN_MS_MIN
  const onListening = () => {
    pause_ms = AGAIN_MS_MIN
    return wanted.onListening()
  }
  while (!signal.aborted) {
    try {
      await listenOnce(connection, { ...wanted, onListening }, signal)
    } catch (error) {
      if (signal.aborted) return
      wanted.log.warn({ err: error }, 'the connection that hears of changes was lost')
    }
    await sleep(pause_ms, undefined, { signal }).catch(() => undefined)
    pause_ms = Math.min(AGAIN_MS_MAX, 2 * pause_ms)
  }
}

/** Ends by throwing, when the connection is lost or nobody wants it any more. */
const listenOnce = async (connection: Connection, wanted: Listening, signal: AbortSignal) => {
  const client = new pg.Client({
    ...connection,
    application_name: 'lulus live',
    connectionTimeoutMillis: WITH_PEOPLE.connect_ms_max,
    query_timeout: WITH_PEOPLE.answer_ms_max,
    keepAlive: true,
  })
  const lost = new AbortController()
  client.on('error', (error) => lost.abort(error))
  client.on('end', () => lost.abort(new Error('The connection was ended.')))
  const over = AbortSignal.any([signal, lost.signal])
  client.on('notification', ({ payload = '' }) => wanted.onNotice(payload))
  try {
    await client.connect()
    await client.query(`LISTEN ${client.escapeIdentifier(wanted.channel)}`)
    await wanted.onListening()
    for (;;) {
      // No race against the loss: each would leave its reactions with it, for as long as the connection lasts.
      await sleep(wanted.ask_after_ms ?? ASK_AFTER_MS, undefined, { signal: over })
      await client.query('SELECT 1')
    }
  } finally {
    await Promise.race([client.end(), sleep(END_MS_MAX)]).catch(() => undefined)
  }
}
