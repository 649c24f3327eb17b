import type { z } from 'zod'
import type { Asked } from './answers.ts'
import { readJson, readReasons } from './reading.ts'
import type { Carried } from './transport.ts'

const PAUSE_MS = 5_000
const TEXT_LENGTH_MAX = 4_000

/**
 * Reads the answer to a question, or to a cancellation. Only a readable 200 is an answer; what may have had an effect
 * and cannot be read is unclear.
 */
export const readAsked = <T>(answer: Carried, schema: z.ZodType<T>): Asked<T> => {
  if (answer.kind === 'not_sent')
    return { kind: 'unavailable', why: answer.why, retry_after_ms: PAUSE_MS, credentials_refused: false }
  if (answer.kind === 'broken') return { kind: 'unclear', why: answer.why, correlation_id: '', text: '' }
  if (answer.kind !== 'response') return answer
  const { status, correlation_id } = answer
  const text = answer.text.slice(0, TEXT_LENGTH_MAX)
  const json = readJson(answer.text)
  if (status === 200) {
    const read = schema.safeParse(json)
    if (read.success) return { kind: 'answered', value: read.data, correlation_id, text }
    return { kind: 'unclear', why: 'The answer could not be read.', correlation_id, text }
  }
  if (status === 404) {
    // A page of some proxy, or half an answer, proves no absence; the authority's own body is JSON or empty.
    if (json !== undefined || text.trim() === '') return { kind: 'absent' }
    return { kind: 'unclear', why: 'The answer could not be read.', correlation_id, text }
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
  if (status >= 400 && status < 500)
    return { kind: 'refused', status, reasons: readReasons(json), correlation_id, text }
  return { kind: 'unclear', why: `The authority answered HTTP ${status}.`, correlation_id, text }
}
