import type { Clock } from '../../platform/clock/clock.ts'
import type { Log } from '../../platform/log/log.ts'
import { readJson } from '../words/reading.ts'
import { isErrorBody } from '../words/reasons.ts'
import type { CallName } from './calls.ts'
import { type Credentials, paceKeyOf } from './credentials.ts'
import type { Environment, Place } from './environments.ts'
import type { Gate } from './gate.ts'
import type { AuthorityRequest, AuthorityResponse } from './http.ts'

/** One exchange with the outside world; passed in, so that tests can play it. */
export type Network = (request: AuthorityRequest) => Promise<AuthorityResponse>

export type TransportParts = {
  places: Record<Environment, Place>
  clock: Clock
  gate: Gate
  network: Network
  log?: Log
}

/** When the authority asks to slow down without saying for how long. */
const PAUSE_MS = 10_000

type Response = Extract<AuthorityResponse, { kind: 'response' }>

/** Whether a response is the authority's answer to a call. */
export type IsAnswer = (response: Response) => boolean

/**
 * Tells the gate what came of a call: the limit, a 429 that holds everybody back, failures which open the circuit. A
 * response is one as well unless it `isAnswer`: by default, where the words are the authority's own.
 */
export const reportTo = async (
  gate: Gate,
  c: Credentials,
  call: CallName,
  answer: AuthorityResponse,
  isAnswer: IsAnswer = isOwn,
) => {
  const client = paceKeyOf(c)
  const failure = failureOf(answer, isAnswer)
  if (answer.kind === 'response' && answer.status === 429) {
    await gate.slowDown(client, call, answer.retry_after_ms ?? PAUSE_MS)
  }
  // A fault, or a page of somebody else, says nothing of the limit by saying none.
  if (answer.kind === 'response') {
    const says_none = answer.status < 300 && failure === undefined
    if (answer.rate_limit !== undefined || says_none) await gate.believe(client, call, answer.rate_limit)
  }
  await gate.report(client, call, c.environment, failure)
}

const failureOf = (answer: AuthorityResponse, isAnswer: IsAnswer): string | undefined => {
  if (answer.kind !== 'response') return answer.why
  const { status } = answer
  // The authority redirects nobody, and a request that did not come to an end in time was not answered.
  if (status >= 500 || status === 408 || (status >= 300 && status < 400)) return `HTTP ${status}`
  return isAnswer(answer) ? undefined : `HTTP ${status}, in other words than its own`
}

/** Their status says all, whoever sends them: nothing was done. */
const BELIEVED = [401, 413, 429]

/** Maintenance and firewalls answer in its place with a page, even as a success; while they do, nothing arrives. */
const isOwn: IsAnswer = ({ status, text }) => {
  if (text.trim() === '' || BELIEVED.includes(status)) return true
  const json = readJson(text)
  return status < 300 ? json !== undefined : isErrorBody(json)
}
