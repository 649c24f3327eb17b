import { z } from 'zod'
import type { Unavailable } from '../words/answers.ts'
import { readJson } from '../words/reading.ts'
import { isErrorBody, readReasons } from '../words/reasons.ts'
import { explain } from '../words/sentences.ts'
import { type Credentials, paceKeyOf, tokenKeyOf } from './credentials.ts'
import { type HeldToken, unavailable } from './gate.ts'
import { reportTo, type TransportParts } from './network.ts'
import { createRefusedLogins } from './refused-logins.ts'

const LOGIN_TIMEOUT_MS = 20_000
/** A token is renewed this long before it ends, so that no call carries one that dies on the way. */
const RENEW_BEFORE_MS = 60_000
const LOGIN_PAUSE_MS = 10_000
const DAY_S = 24 * 60 * 60

/** What could not stand in a header is no token. However long it says to hold, after a day it is asked for anew. */
const grant = z.object({
  access_token: z
    .string()
    .regex(/^[\x21-\x7e]+$/)
    .max(20_000),
  expires_in: z
    .number()
    .positive()
    .transform((seconds) => Math.min(seconds, DAY_S)),
})

export type TokenAnswer = { kind: 'token'; token: string } | Unavailable

/**
 * Bearer tokens, kept until shortly before they end and shared by all processes through the gate (the authority
 * allows 12 logins a minute). One login at a time per client and taxpayer: callers that arrive meanwhile share its
 * answer, and those after a refusal have it for a while.
 */
export const createTokens = ({ places, clock, gate, network }: TransportParts) => {
  const held = new Map<string, HeldToken>()
  const refused_logins = createRefusedLogins({ clock, gate })
  const running = new Map<string, Promise<TokenAnswer>>()
  const isFresh = (one: HeldToken | undefined): one is HeldToken =>
    one !== undefined && one.until > clock.now()

  const login = async (c: Credentials): Promise<TokenAnswer> => {
    const key = tokenKeyOf(c)
    const shared = await gate.readToken(key)
    if (isFresh(shared)) {
      held.set(key, shared)
      return { kind: 'token', token: shared.token }
    }
    const refused = await refused_logins.find(c)
    if (refused) return { ...unavailable(refused.why, refused.pause_ms), credentials_refused: true }
    const turn = await gate.enter(paceKeyOf(c), 'token')
    if (turn.kind === 'unavailable') return turn
    const answer = await network({
      method: 'POST',
      url: `${places[c.environment].identity_url}/connect/token`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
        ...(c.on_behalf_of && { onbehalfof: c.on_behalf_of }),
      },
      body: formOf(c),
      timeout_ms: LOGIN_TIMEOUT_MS,
    })
    await reportTo(gate, c, 'token', answer)
    // Without a token nothing was submitted, so a failed login is never unclear to whoever wanted to call.
    if (answer.kind !== 'response') return unavailable(answer.why, LOGIN_PAUSE_MS)
    const read = grant.safeParse(readJson(answer.text))
    if (answer.status !== 200 || !read.success) return refuse(c, answer)
    const until = new Date(clock.now().getTime() + read.data.expires_in * 1000 - RENEW_BEFORE_MS)
    held.set(key, { token: read.data.access_token, until })
    await gate.writeToken(key, { token: read.data.access_token, until })
    await refused_logins.forget(c)
    return { kind: 'token', token: read.data.access_token }
  }

  const refuse = async (c: Credentials, answer: LoginAnswer): Promise<Unavailable> => {
    const { of_client, ...refusal } = refusalOf(answer)
    if (!refusal.credentials_refused) return refusal
    return { ...refusal, retry_after_ms: await refused_logins.note(c, { why: refusal.why, of_client }) }
  }

  return {
    get: async (c: Credentials): Promise<TokenAnswer> => {
      const key = tokenKeyOf(c)
      const known = held.get(key)
      if (isFresh(known)) return { kind: 'token', token: known.token }
      const open = running.get(key) ?? login(c).finally(() => running.delete(key))
      running.set(key, open)
      return open
    },
    /** A token that the authority no longer takes is dropped everywhere; the next call logs in again. */
    drop: async (c: Credentials): Promise<void> => {
      held.delete(tokenKeyOf(c))
      await gate.writeToken(tokenKeyOf(c), undefined)
    },
    /** Signing in afresh, also where it was refused a moment ago. */
    forget: async (c: Credentials): Promise<void> => {
      held.delete(tokenKeyOf(c))
      await gate.writeToken(tokenKeyOf(c), undefined)
      await refused_logins.forget(c)
    },
  }
}

type LoginAnswer = { status: number; text: string; retry_after_ms: number | null }

const formOf = (c: Credentials): string =>
  new URLSearchParams({
    client_id: c.client_id,
    client_secret: c.client_secret,
    grant_type: 'client_credentials',
    scope: 'InvoicingAPI',
  }).toString()

/** OAuth 2.0, RFC 6749 §5.2: the client is unknown or its secret wrong, whomever it acts for. */
const OF_CLIENT = 'invalid_client'

/** Only the authority’s own words refuse credentials; a page of a firewall or of maintenance tells nothing of them. */
const refusalOf = (answer: LoginAnswer): Unavailable & { of_client: boolean } => {
  const json = readJson(answer.text)
  if (![400, 401, 403].includes(answer.status) || !isErrorBody(json)) {
    const why = `Signing in to the authority failed (HTTP ${answer.status}).`
    return { ...unavailable(why, answer.retry_after_ms ?? LOGIN_PAUSE_MS), of_client: false }
  }
  const [reason] = readReasons(json)
  const why = `The authority refused the credentials. ${reason ? explain([reason], '') : ''}`.trim()
  return { ...unavailable(why, 0), credentials_refused: true, of_client: reason?.code === OF_CLIENT }
}
