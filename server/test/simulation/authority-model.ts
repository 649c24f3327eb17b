import { createHash } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '#domain/time/units.ts'
import type { Shape } from '../simulator.ts'

/** What becomes of a document once the authority reads it. */
export type Fate = 'fine' | 'rejected' | 'invalid'

/** A document as the authority holds it. Instants are UTC ms; `issued_at` is the text of its issue second. */
export type Copy = {
  uuid: string
  submission_uid: string
  number: string
  type: string
  issued_at: string
  received_ms: number
  visible_ms: number
  verdict_ms: number
  status: 'Submitted' | 'Valid' | 'Invalid'
  original: string
}

export type Reply = { status: number; body: unknown; retry_after_ms?: number }

type Habits = {
  /** How answers look. */
  shape: Shape
  now(): number
  fateOf(number: string): Fate
  /** How long until the search shows what was received, ms. */
  searchLag(): number
  verdictDelay(): number
  newest_first: boolean
}

const IDENTICAL_MS = 10 * MINUTE_MS
const DUPLICATE_MS = 2 * HOUR_MS
export type AuthorityModel = ReturnType<typeof createAuthorityModel>

/**
 * The authority's published behaviour in a few lines: identical payloads are refused for ten minutes, a document
 * of the same type, number and issue second is a duplicate for two hours after the first was processed, and the
 * search lags.
 */
export const createAuthorityModel = (habits: Habits) => {
  const copies: Copy[] = []
  const payloads = new Map<string, number>()

  const submit = (body: string, received_ms = habits.now()): Reply => {
    const payload = createHash('sha256').update(body).digest('hex')
    const seen_ms = payloads.get(payload)
    if (seen_ms !== undefined && received_ms - seen_ms < IDENTICAL_MS) {
      const body = { error: errorOf(habits.shape, 'DuplicateSubmission', []) }
      return { status: 422, body, retry_after_ms: IDENTICAL_MS }
    }
    const read = readSubmission(body)
    const rejected = read.filter((one) => habits.fateOf(one.number) === 'rejected')
    const accepted = read.filter((one) => !rejected.includes(one))
    const submission_uid = newId('S', payloads.size)
    if (accepted.length > 0) payloads.set(payload, received_ms)
    const stored = accepted.map((one): Copy => {
      const visible_ms = received_ms + habits.searchLag()
      const verdict_ms = received_ms + habits.verdictDelay()
      const uuid = newId('D', copies.length)
      const copy = { ...one, uuid, submission_uid, received_ms, visible_ms, verdict_ms }
      copies.push({ ...copy, status: 'Submitted', original: '' })
      return { ...copy, status: 'Submitted', original: '' }
    })
    return {
      status: 202,
      body: {
        submissionUID: stored.length > 0 ? submission_uid : null,
        acceptedDocuments: stored.map(({ uuid, number }) => ({ uuid, invoiceCodeNumber: number })),
        rejectedDocuments: rejected.map(({ number }) => ({
          invoiceCodeNumber: number,
          error: errorOf(habits.shape, 'ValidationError', [NO_CLASSIFICATION]),
        })),
      },
    }
  }

  /** Ends the background steps of what is due, in the order of receipt. */
  const settle = (): void => {
    for (const copy of copies) {
      if (copy.status !== 'Submitted' || copy.verdict_ms > habits.now()) continue
      const earlier = copies.slice(0, copies.indexOf(copy)).find((one) => isTwin(one, copy))
      copy.original = earlier?.uuid ?? ''
      copy.status = earlier || habits.fateOf(copy.number) === 'invalid' ? 'Invalid' : 'Valid'
    }
  }

  return {
    copies,
    submit,
    settle,
    ...answers(copies, habits),
  }
}

/** The calls that only read. */
const answers = (copies: readonly Copy[], { now, newest_first, shape }: Habits) => ({
  submission: (uid: string): Reply => {
    const held = copies.filter((copy) => copy.submission_uid === uid)
    if (held.length === 0) return { status: 404, body: null }
    const under_way = held.some((copy) => copy.status === 'Submitted')
    const overallStatus = OVERALL[shape][under_way ? 0 : 1]
    const documentSummary = held.map(summary).map((one) => ({
      ...one,
      status: shape === 'recorded' ? one.status : one.status.toLowerCase(),
    }))
    return {
      status: 200,
      body: { submissionUid: uid, overallStatus, documentCount: held.length, documentSummary },
    }
  },
  details: (uuid: string): Reply => {
    const copy = copies.find((one) => one.uuid === uuid)
    if (!copy) return { status: 404, body: null }
    return {
      status: 200,
      body: { ...summary(copy), validationResults: { validationSteps: stepsOf(copy) } },
    }
  },
  search: (query: URLSearchParams): Reply => {
    const inside = (name: string, at_ms: number) =>
      !query.has(`${name}DateFrom`) ||
      (at_ms >= Date.parse(query.get(`${name}DateFrom`) ?? '') &&
        at_ms <= Date.parse(query.get(`${name}DateTo`) ?? ''))
    const found = copies.filter(
      (copy) =>
        copy.visible_ms <= now() &&
        inside('submission', copy.received_ms) &&
        inside('issue', Date.parse(copy.issued_at)) &&
        copy.number.includes(query.get('searchQuery') ?? ''),
    )
    const ordered = newest_first ? found.toReversed() : found
    return { status: 200, body: { result: ordered.map(summary) } }
  },
})

const OVERALL = { recorded: ['InProgress', 'Valid'], documented: ['in progress', 'valid'] } as const

const summary = (copy: Copy) => ({
  uuid: copy.uuid,
  submissionUID: copy.submission_uid,
  longId: copy.status === 'Valid' ? `L${copy.uuid}` : '',
  internalId: copy.number,
  status: copy.status,
  dateTimeIssued: copy.issued_at,
  dateTimeValidated: copy.status === 'Submitted' ? null : new Date(copy.verdict_ms).toISOString(),
})

type Finding = { code: string; message: string }

const NO_CLASSIFICATION: Finding = { code: 'CF364', message: 'Enter a classification' }

const errorOf = (shape: Shape, code: string, details: readonly Finding[]) =>
  shape === 'recorded'
    ? { code, message: 'Validation Error', target: null, details }
    : { errorCode: code, error: 'Validation Error', innerError: details.map(inner) }

const inner = ({ code, message }: Finding) => ({ errorCode: code, error: message, innerError: null })

const isTwin = (earlier: Copy, copy: Copy) =>
  earlier.number === copy.number &&
  earlier.type === copy.type &&
  earlier.issued_at === copy.issued_at &&
  earlier.status !== 'Invalid' &&
  copy.verdict_ms - earlier.verdict_ms < DUPLICATE_MS

const stepsOf = ({ status, original, uuid }: Copy) => {
  if (status !== 'Invalid') return []
  const finding = original
    ? { code: 'DV302', message: `The document ${uuid} is a duplicate of the document ${original}` }
    : { code: 'ERR406', message: 'The buyer is not known' }
  const [step, name] = original
    ? ['03', 'Step03-Duplicated Submission Validator']
    : ['05', 'Step05-Taxpayer Profile Validator']
  const error = { errorCode: `Error${step}`, error: `Step${step}-Invalid`, innerError: [inner(finding)] }
  return [{ name, status: 'Invalid', error }]
}

/** 26 capitals and digits, as the authority's own. */
const newId = (letter: string, count: number) => `${letter}${String(count + 1).padStart(25, '0')}`

type Envelope = { documents: { document: string; codeNumber: string }[] }

const readSubmission = (body: string) => {
  // `as`: written by the client under test; anything else fails on the reading below.
  const { documents } = JSON.parse(body) as Envelope
  return documents.map(({ document, codeNumber }) => {
    const xml = Buffer.from(document, 'base64').toString('utf8')
    const of = (element: string) => new RegExp(`<cbc:${element}[^>]*>([^<]+)<`).exec(xml)?.[1] ?? ''
    if (of('ID') !== codeNumber) throw new Error(`${codeNumber} came with the bytes of ${of('ID')}.`)
    return {
      number: codeNumber,
      type: of('InvoiceTypeCode'),
      issued_at: `${of('IssueDate')}T${of('IssueTime')}`,
    }
  })
}
