import { z } from 'zod'
import { storable } from '#domain/text/characters.ts'
import type { AuthorityStatus, Reason, SummaryFacts } from './answers.ts'

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
      validated_at: readInstant(raw.datetimevalidated),
      total_payable_amount: raw.totalpayableamount || raw.total,
      reject_requested_at: readInstant(raw.rejectrequestdatetime),
      status_reason: raw.documentstatusreason,
    }),
  )

/** Bounds for what a hostile or broken answer may make us keep. */
const REASONS_MAX = 50
const MESSAGE_LENGTH_MAX = 1000

/**
 * The reasons in an error body, whichever of the shapes it has (reference, "Error bodies: three shapes exist"):
 * nested `innerError`/`details`, or a bare JSON string. The innermost entries say most, so wrappers are
 * dropped where they have any.
 */
export const readReasons = (body: unknown): Reason[] => {
  if (typeof body === 'string') return [{ code: '', message: cut(body), path: '' }]
  const reasons: Reason[] = []
  collect(isObject(body) && 'error' in body && isObject(body.error) ? body.error : body, reasons, 0)
  return reasons
}

const collect = (node: unknown, into: Reason[], depth: number): void => {
  if (!isObject(node) || depth > 10 || into.length >= REASONS_MAX) return
  const inner = [node.innererror, node.details].flatMap((part) => (Array.isArray(part) ? part : []))
  const before = into.length
  for (const part of inner) collect(part, into, depth + 1)
  if (into.length > before) return
  const code = cut(node.errorcode ?? node.code)
  const message = cut(node.error ?? node.message)
  const path = cut(node.propertypath ?? node.target)
  if (code || message) into.push({ code, message, path })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const cut = (value: unknown) => (typeof value === 'string' ? value.slice(0, MESSAGE_LENGTH_MAX) : '')
