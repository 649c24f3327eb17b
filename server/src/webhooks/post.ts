import type { LookupAddress } from 'node:dns'
import { lookup as lookUp } from 'node:dns/promises'
import * as http from 'node:http'
import * as https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { storable } from '#domain/text/characters.ts'
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
export const openPost = ({ networks, lookup = everyAddress, timeout_ms = TIMEOUT_MS }: Means): Post => {
  const find = guardedLookup(networks, oneAtATime(lookup))
  return async ({ url, headers, body }) => {
    assertOutsideTransaction('an event to a webhook')
    const started_ms = performance.now()
    const ended = { status_code: null as number | null, answer: '' }
    const took_ms = () => Math.round(performance.now() - started_ms)
    const signal = AbortSignal.timeout(timeout_ms)
    try {
      refuseLiteral(networks, new URL(url))
      const bytes = Buffer.from(body)
      const answer = await answerTo(url, {
        ...{ method: 'POST', agent: false, lookup: find(url, signal), signal },
        headers: { ...headers, 'content-length': String(bytes.length) },
        body: bytes,
      })
      ended.status_code = answer.statusCode ?? null
      ended.answer = storable(await beginningOf(answer))
      return { ...ended, took_ms: took_ms(), fault: faultOf(answer) }
    } catch (error) {
      return { ...ended, took_ms: took_ms(), fault: wordsOf(error, new URL(url).hostname, timeout_ms) }
    }
  }
}

const everyAddress = (host: string) => lookUp(host, { all: true })

/**
 * Node looks names up in two threads, which all of the process needs, and a silent name server keeps one for as long as
 * the system waits. So there is one look-up at a time, which all share who ask for that host meanwhile, and none for
 * those whose time is over when it is their turn.
 */
const oneAtATime = (lookup: Lookup) => {
  const asked = new Map<string, { found: Promise<LookupAddress[]>; by: AbortSignal[] }>()
  let last: Promise<unknown> = Promise.resolve()
  return (host: string, signal: AbortSignal): Promise<LookupAddress[]> => {
    const known = asked.get(host)
    if (known) {
      known.by.push(signal)
      return known.found
    }
    const by = [signal]
    const inTurn = async () => {
      if (by.every(({ aborted }) => aborted)) throw signal.reason
      return lookup(host)
    }
    const found = last.then(inTurn).finally(() => asked.delete(host))
    last = found.catch(() => undefined)
    asked.set(host, { found, by })
    return found
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
  (networks: Networks, lookup: ReturnType<typeof oneAtATime>) =>
  (url: string, signal: AbortSignal): LookupFunction =>
  (host, options, answer) => {
    const found = async () => {
      const addresses = await lookup(host, signal)
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

const wordsOf = (error: unknown, host: string, timeout_ms: number): string => {
  if (error instanceof Refusal) return error.message
  const { name = '', code = '' } = error as { name?: string; code?: string } // whatever Node threw
  if (name === 'TimeoutError' || name === 'AbortError') return `No answer within ${timeout_ms / 1_000} s.`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `The host ${host} cannot be found.`
  if (code === 'ECONNREFUSED') return `Nothing answers at ${host}.`
  return /CERT|ALTNAME|SIGNATURE|ISSUER/.test(code)
    ? `The certificate of ${host} cannot be trusted (${code}).`
    : `The connection failed (${code || name}).`
}
