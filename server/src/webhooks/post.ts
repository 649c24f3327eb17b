import type { LookupAddress } from 'node:dns'
import { lookup as lookUp } from 'node:dns/promises'
import * as http from 'node:http'
import * as https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { storable } from '#domain/text/characters.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time/units.ts'
import { isUnencrypted } from '#domain/webhooks/address.ts'
import { assertOutsideTransaction } from '../platform/db/database.ts'
import type { Networks } from './networks.ts'

/** What came of a try; without a fault the event has arrived. */
export type Posted = { status_code: number | null; took_ms: number; answer: string; fault: string }

export type Post = (wanted: {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}) => Promise<Posted>

type Lookup = (host: string) => Promise<LookupAddress[]>

type Means = {
  networks: Networks
  clock: { now(): Date }
  /** Finds all addresses of a host. */
  lookup?: Lookup
  timeout_ms?: number
}

const TIMEOUT_MS = 10_000
/** With this status the connection is no longer one of HTTP: nothing follows that could be read, or would end. */
const SWITCHING = 101
/** So much of an answer is read and kept. */
const ANSWER_BYTES_MAX = 1_024

/**
 * Sends events. The name is looked up once, each of its addresses is judged, and the connection goes to one of those
 * very addresses; the certificate must be the name's. Redirects are not followed, nothing is ever thrown. A process
 * opens it once: names are looked up one after the other.
 */
export const openPost = ({
  networks,
  clock,
  lookup = everyAddress,
  timeout_ms = TIMEOUT_MS,
}: Means): Post => {
  const names = oneAtATime(lookup, { clock, timeout_ms })
  const find = guardedLookup(networks, names.lookup)
  return async ({ url, headers, body }) => {
    assertOutsideTransaction('an event to a webhook')
    const started_ms = performance.now()
    const ended = { status_code: null as number | null, answer: '' }
    const took_ms = () => Math.round(performance.now() - started_ms)
    const signal = AbortSignal.timeout(timeout_ms)
    const asking: Asking = { signal, is_found: false }
    try {
      refuseLiteral(networks, new URL(url))
      const bytes = Buffer.from(body)
      const answer = await answerTo(url, {
        ...{ method: 'POST', agent: false, lookup: find(url, asking), signal },
        headers: { ...headers, 'content-length': String(bytes.length) },
        body: bytes,
      })
      ended.status_code = answer.statusCode ?? null
      ended.answer = storable(await beginningOf(answer))
      return { ...ended, took_ms: took_ms(), fault: faultOf(answer) }
    } catch (error) {
      const { hostname } = new URL(url)
      const unnamed = isLate(error) && !asking.is_found ? names.whyLate(hostname) : undefined
      return { ...ended, took_ms: took_ms(), fault: unnamed ?? wordsOf(error, hostname, timeout_ms) }
    }
  }
}

const everyAddress = (host: string) => lookUp(host, { all: true })

/** A host whose look-up took too long is asked for again after so long, and twice as long each time. */
const PAUSE_MS = 2 * MINUTE_MS
const PAUSE_MS_MAX = HOUR_MS
/** So many such hosts are remembered, the last ones. */
const SILENT_MAX = 1_000

/** A try that needs addresses. */
type Asking = { signal: AbortSignal; is_found: boolean }
/** A look-up and who wants it. `since_ms`: when it began; until then it stands in line. */
type Turn = { by: Asking[]; since_ms?: number }

/**
 * Node looks names up in two threads, which all of the process needs, and a silent name server keeps one for as long as
 * the system waits. So there is one look-up at a time, which all share who ask for that host meanwhile, and none for
 * those whose time is over when it is their turn. A host that took longer than anybody waits is refused for a while, or
 * it would use up the time of all others again and again.
 */
const oneAtATime = (lookup: Lookup, { clock, timeout_ms }: Pick<Means, 'clock'> & { timeout_ms: number }) => {
  const asked = new Map<string, { turn: Turn; found: Promise<LookupAddress[]> }>()
  const pauses = openPauses()
  let last: Promise<unknown> = Promise.resolve()
  const now_ms = () => clock.now().getTime()
  const isTooLong = (since_ms: number) => now_ms() - since_ms >= timeout_ms

  const lookUpNow = async (host: string, turn: Turn) => {
    if (turn.by.every(({ signal }) => signal.aborted)) throw turn.by[0]?.signal.reason
    const since_ms = now_ms()
    turn.since_ms = since_ms
    try {
      return await lookup(host)
    } finally {
      if (isTooLong(since_ms)) pauses.lengthen(host, now_ms())
      else pauses.end(host)
    }
  }

  const ask = (host: string, asking: Asking): Promise<LookupAddress[]> => {
    const known = asked.get(host)
    const since_ms = known?.turn.since_ms
    if (pauses.isPaused(host, now_ms()) || (since_ms !== undefined && isTooLong(since_ms)))
      return Promise.reject(new Refusal(silenceOf(host)))
    if (known) {
      known.turn.by.push(asking)
      return known.found
    }
    const turn: Turn = { by: [asking] }
    const found = last.then(() => lookUpNow(host, turn)).finally(() => asked.delete(host))
    last = found.catch(() => undefined)
    asked.set(host, { turn, found })
    return found
  }

  return {
    lookup: async (host: string, asking: Asking) => {
      const addresses = await ask(host, asking)
      asking.is_found = true
      return addresses
    },
    /** Why a try got no addresses in its time. */
    whyLate: (host: string): string | undefined => {
      const known = asked.get(host)
      return known && (known.turn.since_ms === undefined ? IN_LINE : silenceOf(host))
    },
  }
}

const IN_LINE = 'Nobody was called: other names were being looked up.'
const silenceOf = (host: string) => `The name server of ${host} does not answer.`

/** Until when hosts are left alone. */
const openPauses = () => {
  const pauses = new Map<string, { pause_ms: number; until_ms: number }>()
  return {
    isPaused: (host: string, now_ms: number) => now_ms < (pauses.get(host)?.until_ms ?? 0),
    lengthen: (host: string, now_ms: number) => {
      const before = pauses.get(host)
      const pause_ms = before ? Math.min(2 * before.pause_ms, PAUSE_MS_MAX) : PAUSE_MS
      // Behind the others: the one that is forgotten first is the oldest.
      pauses.delete(host)
      pauses.set(host, { pause_ms, until_ms: now_ms + pause_ms })
      const [oldest] = pauses.keys()
      if (pauses.size > SILENT_MAX && oldest !== undefined) pauses.delete(oldest)
    },
    end: (host: string) => pauses.delete(host),
  }
}

/** Said to whoever looks after the webhook. */
class Refusal extends Error {}

const judge = (
  networks: Networks,
  url: URL | string,
  { host, address }: { host: string; address: string },
) => {
  if (!networks.allows(address)) {
    const leads = host === address ? `${address} is` : `${host} leads to ${address}, which is`
    throw new Refusal(`${leads} no public address, and not opened by WEBHOOK_NETWORKS.`)
  }
  if (isUnencrypted(String(url)) && !networks.opens(address))
    throw new Refusal('http:// is for addresses that WEBHOOK_NETWORKS opens. Use https://.')
}

/** A numeric host is not looked up. URL has brought odd spellings (2130706433, 0x7f.1) into the usual one by now. */
const refuseLiteral = (networks: Networks, url: URL) => {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) !== 0) judge(networks, url, { host, address: host })
}

/** What the connection asks for addresses: it gets none that was not judged, and so there is no second question. */
const guardedLookup =
  (networks: Networks, lookup: ReturnType<typeof oneAtATime>['lookup']) =>
  (url: string, asking: Asking): LookupFunction =>
  (host, options, answer) => {
    const found = async () => {
      const addresses = await lookup(host, asking)
      for (const { address } of addresses) judge(networks, url, { host, address })
      return addresses
    }
    found().then(
      (addresses) => {
        const [first] = addresses
        if (!first) answer(new Refusal(`The host ${host} has no address.`), '')
        else if (options.all) answer(null, addresses)
        else answer(null, first.address, first.family)
      },
      (error: Error) => answer(error, ''),
    )
  }

const answerTo = (
  url: string,
  { body, ...options }: https.RequestOptions & { body: Buffer },
): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { request } = isUnencrypted(url) ? http : https
    request(url, options)
      .once('response', resolve)
      .once('upgrade', (answer, socket) => {
        socket.destroy()
        resolve(answer)
      })
      .on('error', reject)
      // Node ends some answers with no other word than this one.
      .once('close', () => reject(new Refusal('The connection was closed without an answer.')))
      .end(body)
  })

/** The status says what came of it: an answer that breaks off, or does not end, is as good as a whole one. */
const beginningOf = async (answer: http.IncomingMessage): Promise<string> => {
  if (answer.statusCode === SWITCHING) return ''
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of answer) {
      parts.push(part as Buffer) // no encoding was set
      length += (part as Buffer).length
      if (length >= ANSWER_BYTES_MAX) break
    }
  } catch {
    // What came before is kept.
  }
  answer.destroy()
  return Buffer.concat(parts).subarray(0, ANSWER_BYTES_MAX).toString('utf8')
}

const faultOf = ({ statusCode = 0 }: http.IncomingMessage): string => {
  if (statusCode >= 200 && statusCode < 300) return ''
  return statusCode >= 300 && statusCode < 400
    ? `The answer was ${statusCode}, a redirect. Redirects are not followed: enter the address itself.`
    : `The answer was ${statusCode}.`
}

const isLate = (error: unknown) => {
  const { name = '' } = error as { name?: string } // whatever Node threw
  return name === 'TimeoutError' || name === 'AbortError'
}

const wordsOf = (error: unknown, host: string, timeout_ms: number): string => {
  if (error instanceof Refusal) return error.message
  const { name = '', code = '' } = error as { name?: string; code?: string } // whatever Node threw
  if (isLate(error)) return `No answer within ${timeout_ms / 1_000} s.`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `The host ${host} cannot be found.`
  if (code === 'ECONNREFUSED') return `Nothing answers at ${host}.`
  return /CERT|ALTNAME|SIGNATURE|ISSUER/.test(code)
    ? `The certificate of ${host} cannot be trusted (${code}).`
    : `The connection failed (${code || name}).`
}
