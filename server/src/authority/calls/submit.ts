import { z } from 'zod'
import { cutText } from '#domain/text/cut.ts'
import type { Carried } from '../wire/transport.ts'
import type { Reason, SubmitAnswer } from '../words/answers.ts'
import { authorityId, readJson } from '../words/reading.ts'
import { isOwnRefusal, readReasons } from '../words/reasons.ts'

const PAUSE_MS = 5_000
const TEXT_LENGTH_MAX = 20_000

/** What a server will not take for its size it does not process, whoever it is (RFC 9110, 15.5.14). */
const TOO_LARGE: Reason = { code: 'HTTP 413', message: '', path: '' }

const answer202 = z.object({
  submissionuid: authorityId.or(z.literal('')).nullish(),
  accepteddocuments: z.array(z.object({ uuid: authorityId, invoicecodenumber: z.string() })).nullish(),
  rejecteddocuments: z
    .array(z.object({ invoicecodenumber: z.string().nullish(), error: z.unknown().optional() }))
    .nullish(),
})

/**
 * Reads the answer to Submit Documents. Only a readable 202 is an acceptance, only 4xx codes that the authority gives,
 * in its own words, before it stores anything are refusals; everything else may have arrived and is unclear: a page of
 * a firewall or of maintenance, an empty body, half an answer. 401, 413 and 429 say all in their status, whoever sent
 * them: nothing was stored.
 */
export const readSubmit = (answer: Carried): SubmitAnswer => {
  if (answer.kind === 'not_sent') return pause(answer.why, PAUSE_MS)
  if (answer.kind === 'broken') return { kind: 'unclear', why: answer.why, correlation_id: '', text: '' }
  if (answer.kind !== 'response') return answer
  const { status, correlation_id } = answer
  const text = cutText(answer.text, TEXT_LENGTH_MAX)
  const json = readJson(answer.text)
  const unclear = (why: string): SubmitAnswer => ({ kind: 'unclear', why, correlation_id, text })
  if (status === 202 || status === 200)
    return readAccepted(json, correlation_id, text) ?? unclear('The answer could not be read.')
  if (status === 429) return pause('The authority asks to slow down.', answer.retry_after_ms ?? PAUSE_MS)
  if (status === 401)
    return { ...pause('The authority refused the token.', PAUSE_MS), credentials_refused: true }
  const too_large = status === 413
  if (!isOwnRefusal(status, json) && !too_large) return unclear(`The authority answered HTTP ${status}.`)
  if (status === 422) return { kind: 'duplicate', correlation_id, text }
  const told = readReasons(json)
  const reasons = told.length === 0 && too_large ? [TOO_LARGE] : told
  return { kind: 'refused', status, reasons, correlation_id, text }
}

const readAccepted = (json: unknown, correlation_id: string, text: string): SubmitAnswer | undefined => {
  const read = answer202.safeParse(json)
  if (!read.success) return undefined
  const accepted = (read.data.accepteddocuments ?? []).map((d) => ({
    uuid: d.uuid,
    number: d.invoicecodenumber,
  }))
  const rejected = (read.data.rejecteddocuments ?? []).map((d) => ({
    number: d.invoicecodenumber ?? '',
    reasons: readReasons({ error: d.error }),
  }))
  if (accepted.length === 0 && rejected.length === 0) return undefined
  if (accepted.length > 0 && !read.data.submissionuid) return undefined
  return {
    kind: 'accepted',
    submission_uid: read.data.submissionuid ?? '',
    accepted,
    rejected,
    correlation_id,
    text,
  }
}

const pause = (why: string, retry_after_ms: number) =>
  ({ kind: 'unavailable', why, retry_after_ms, credentials_refused: false }) as const
