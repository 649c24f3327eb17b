import { z } from 'zod'
import { storable } from '#domain/text/characters.ts'
import { cutText } from '#domain/text/cut.ts'
import type { AuthorityStatus, SummaryFacts } from './answers.ts'

/**
 * Answers spell the same key in several ways (`submissionUID`, `submissionUid`): keys are compared without case. What
 * could not be stored is replaced: an outcome must be kept, whatever the words that come with it.
 */
const lowerKeys = (value: unknown, depth = 0): unknown => {
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

/** A word or a number, as text; empty where the key is null or missing. */
export const word = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? ''))

export const readStatus = (text: string): AuthorityStatus => {
  const plain = text.toLowerCase().replaceAll(/[\s_]/g, '')
  return plain === 'submitted' || plain === 'valid' || plain === 'invalid' || plain === 'cancelled'
    ? plain
    : 'unknown'
}

/** Without a zone it is UTC, as everything that the authority says. A year like .NET's 0001 stands for none. */
const readInstant = (text: string): Date | null => {
  const parsed = new Date(HAS_NO_ZONE.test(text) ? `${text}Z` : text)
  const year = parsed.getUTCFullYear()
  return year >= 2000 && year < 2200 ? parsed : null
}
const HAS_NO_ZONE = /T[\d:.]+$/

/**
 * The authority's ids have 26 characters, its long ids some fifty: what is much longer is none and cannot be kept.
 * Without its long id a document lacks a link only.
 */
const AUTHORITY_ID_CHARS_MAX = 100
const LONG_ID_CHARS_MAX = 500
const REASON_CHARS_MAX = 1000
export const authorityId = z.string().min(1).max(AUTHORITY_ID_CHARS_MAX)

/** One document in submission, details, raw, recent and search answers. */
export const summarySchema = z
  .object({
    uuid: authorityId,
    submissionuid: word.pipe(z.string().max(AUTHORITY_ID_CHARS_MAX)),
    longid: word.transform((text) => (text.length > LONG_ID_CHARS_MAX ? '' : text)),
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
      status_reason: cutText(raw.documentstatusreason, REASON_CHARS_MAX),
    }),
  )
