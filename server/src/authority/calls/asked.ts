import type { z } from 'zod'
import { cutText } from '#domain/text/cut.ts'
import type { CallName } from '../wire/calls.ts'
import type { Carried } from '../wire/transport.ts'
import type { Asked } from '../words/answers.ts'
import { readJson } from '../words/reading.ts'
import { isErrorBody, isOwnRefusal, readReasons } from '../words/reasons.ts'

const PAUSE_MS = 5_000
const TEXT_LENGTH_MAX = 4_000

/**
 * Calls whose 404 means something without a body. Validate TIN answers a match with an empty 200, so that an empty 404
 * is its own way of saying no (reference §16). Right after a 202 a submission and its documents are not there yet
 * (§7.3); that says nothing final, so who asks comes back. Elsewhere it may be any gateway's, and is unclear.
 */
const EMPTY_404_ANSWERS: ReadonlySet<CallName> = new Set(['validate', 'submission', 'details', 'raw'])

/**
 * Reads the answer to a question, or to a cancellation. Only a readable 200 is an answer, only the authority's own
 * words are a refusal or an absence; what may have had an effect and cannot be read is unclear. 401 and 429 say all in
 * their status, whoever sent them: nothing was done.
 */
export const readAsked = <T>(answer: Carried, schema: z.ZodType<T>, call: CallName): Asked<T> => {
  if (answer.kind === 'not_sent')
    return { kind: 'unavailable', why: answer.why, retry_after_ms: PAUSE_MS, credentials_refused: false }
  if (answer.kind === 'broken') return { kind: 'unclear', why: answer.why, correlation_id: '', text: '' }
  if (answer.kind !== 'response') return answer
  const { status, correlation_id } = answer
  const text = cutText(answer.text, TEXT_LENGTH_MAX)
  const json = readJson(answer.text)
  const unclear = (why: string): Asked<T> => ({ kind: 'unclear', why, correlation_id, text })
  if (status === 200) {
    const read = schema.safeParse(json)
    if (read.success) return { kind: 'answered', value: read.data, correlation_id, text }
    return unclear('The answer could not be read.')
  }
  if (status === 404) {
    const empty = text.trim() === ''
    if (empty ? EMPTY_404_ANSWERS.has(call) : isErrorBody(json)) return { kind: 'absent' }
  }
  if (status === 429 || status === 401) {
    const why = status === 429 ? 'The authority asks to slow down.' : 'The authority refused the token.'
    return {
      kind: 'unavailable',
      why,
      retry_after_ms: answer.retry_after_ms ?? PAUSE_MS,
      credentials_refused: status === 401,
    }
  }
  if (isOwnRefusal(status, json) && status !== 404)
    return { kind: 'refused', status, reasons: readReasons(json), correlation_id, text }
  return unclear(`The authority answered HTTP ${status}.`)
}
