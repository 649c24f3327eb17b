import { z } from 'zod'
import { storable } from '#domain/text/characters.ts'
import type { AuthorityStatus, SummaryFacts } from './answers.ts'

/**
 * Answers spell the same key in several ways (`submissionUID`, `submissionUid`): keys are compared without case. What
 * could not be stored is replaced: an outcome must be kept, whatever the words that come with it.
 */
export const lowerKeys = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return storable(value)
  if (depth > 20 || value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((part) => lowerKeys(part, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key.toLowerCase(), lowerKeys(part, depth + 1)]),
  )
}

/** The JSON of an answer with lower-case keys, or undefined when it is no JSON. */
export const readJson = (text: string): unknown => {
  try {
    return lowerKeys(JSON.parse(text))
  } catch {
    return undefined
  }
}

const word = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? ''))

export const readStatus = (text: string): AuthorityStatus => {
  const plain = text.toLowerCase().replaceAll(/[\s_]/g, '')
  return plain === 'submitted' || plain === 'valid' || plain === 'invalid' || plain === 'cancelled'
    ? plain
    : 'unknown'
}

const readInstant = (text: string): Date | null => {
  if (text === '') return null
  const parsed = new Date(text)
  return Number.isNaN(parsed.getTime()) ? null : parsed
}

/** One document in submission, details, raw, recent and search answers. */
export const summarySchema = z
  .object({
    uuid: z.string().min(1),
    submissionuid: word,
    longid: word,
    internalid: word,
    status: word,
    datetimeissued: word,
    datetimereceived: word,
    datetimevalidated: word,
    totalpayableamount: word,
    total: word,
    rejectrequestdatetime: word,
    documentstatusreason: word,
  })
  .transform(
    (raw): SummaryFacts => ({
      uuid: raw.uuid,
      submission_uid: raw.submissionuid,
      long_id: raw.longid,
      number: raw.internalid,
      status: readStatus(raw.status),
      issued_at: readInstant(raw.datetimeissued),
      received_at: readInstant(raw.datetimereceived),
      validated_at: readInstant(raw.datetimevalidated),
      total_payable_amount: raw.totalpayableamount || raw.total,
      reject_requested_at: readInstant(raw.rejectrequestdatetime),
      status_reason: raw.documentstatusreason,
    }),
  )
