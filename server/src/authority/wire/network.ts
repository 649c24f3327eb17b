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

/** Tells the gate what came of a call: the limit, a 429 that holds everybody back, failures which open the circuit. */
export const reportTo = async (gate: Gate, c: Credentials, call: CallName, answer: AuthorityResponse) => {
  const client = paceKeyOf(c)
  if (answer.kind === 'response' && answer.status === 429) {
    await gate.slowDown(client, call, answer.retry_after_ms ?? PAUSE_MS)
  }
  // A fault, or a page of somebody else, says nothing of the limit by saying none.
  if (answer.kind === 'response' && (answer.rate_limit !== undefined || answer.status < 300)) {
    await gate.believe(client, call, answer.rate_limit)
  }
  await gate.report(client, call, c.environment, failureOf(answer))
}

const failureOf = (answer: AuthorityResponse): string | undefined => {
  if (answer.kind !== 'response') return answer.why
  if (answer.status >= 500) return `HTTP ${answer.status}`
  return isForeignPage(answer) ? `HTTP ${answer.status}, in other words than its own` : undefined
}

/** Maintenance and firewalls answer for the authority with a page; while they do, nothing arrives. */
const isForeignPage = ({ status, text }: { status: number; text: string }) =>
  (status === 403 || status === 404) && text.trim() !== '' && !isErrorBody(readJson(text))
