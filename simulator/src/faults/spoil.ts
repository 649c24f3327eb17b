import { type Answer, refuse } from '../calls/wire/answer.ts'
import { FAULTS_BEFORE, type Fault } from './plan.ts'

/** How an answer leaves: whole, not at all, cut off, or drop by drop. */
export type Delivery = { way: 'whole' | 'silent' | 'reset' | 'cut' | 'slow'; answer: Answer }

/** Whether a fault happens instead of the call. */
export const happensBefore = (fault: Fault): boolean => FAULTS_BEFORE.some((one) => one === fault)

const DUPLICATE_SECONDS = 600
const HUGE_CHARACTERS = 20_000_000
const NOTHING: Answer = { status: 200 }

/** The body as it goes out. */
export const textOf = ({ text, body }: Answer): string =>
  text ?? (body === undefined ? '' : JSON.stringify(body))

/** Whether the client sees a difference: an answer without a number has none that could be foreign. */
export const isSpoilt = ({ way, answer }: Delivery, intended: Answer): boolean => {
  if (way === 'whole') return answer.status !== intended.status || textOf(answer) !== textOf(intended)
  return way === 'silent' || way === 'reset' || textOf(intended) !== ''
}

/** The delivery that a fault makes of an answer; faults that happen instead of the call ignore it. */
export const spoil = (fault: Fault, answer: Answer): Delivery => {
  const whole = (changed: Answer): Delivery => ({ way: 'whole', answer: changed })
  switch (fault) {
    case 'refuse':
    case 'reset-before':
      return { way: 'reset', answer: NOTHING }
    case '200-html':
      return whole(page(200, 'Maintenance'))
    case '302':
      return whole({ status: 302, headers: { location: '/maintenance' } })
    case '401':
      return whole(refuse(401, { code: 'Unauthorized', message: 'The access token is missing or expired' }))
    case '403':
      return whole(refuse(403, { code: 'Forbidden', message: 'Access is denied' }))
    case '403-html':
      return whole(page(403, 'Forbidden'))
    case '404-html':
      return whole(page(404, 'Not Found'))
    case '413':
      return whole(page(413, 'Request Entity Too Large'))
    case '422-duplicate': {
      const message = `Try to submit payload after ${DUPLICATE_SECONDS} seconds.`
      const headers = { 'Retry-After': String(DUPLICATE_SECONDS) }
      return whole(refuse(422, { code: 'DuplicateSubmission', message }, headers))
    }
    case '429':
      return whole(tooMany({ 'Retry-After': '1' }))
    case '429-no-retry-after':
      return whole(tooMany({}))
    case '500':
      return whole(refuse(500, { code: 'InternalServerError', message: 'Something went wrong' }))
    case '502-html':
      return whole(page(502, 'Bad Gateway'))
    case '503':
      return whole(refuse(503, { code: 'ServiceUnavailable', message: 'The service is unavailable' }))
    case 'reset-mid-body':
      return { way: 'cut', answer }
    case 'accepted-then-silence':
      return { way: 'silent', answer }
    case '504-after-accept':
      return whole(page(504, 'Gateway Time-out'))
    case 'slow':
      return { way: 'slow', answer }
    case 'empty-200':
      return whole(NOTHING)
    case 'truncated-json': {
      const text = JSON.stringify(answer.body ?? {})
      return whole({ ...answer, text: text.slice(0, Math.ceil(text.length / 2)) })
    }
    case 'wrong-shape':
      return whole({ ...answer, body: [{ unexpected: true }] })
    case 'unknown-status':
      return whole({
        ...answer,
        status: hasStatus(answer.body) ? answer.status : 299,
        body: quarantine(answer),
      })
    case 'foreign-number':
      return whole({ ...answer, body: mapFields(answer.body, foreignNumber) })
    case 'repeated-number':
      return whole({ ...answer, body: mapFields(answer.body, repeatFirst) })
    case 'no-submission-uid':
      return whole({ ...answer, body: mapFields(answer.body, withoutSubmission) })
    case 'huge-body':
      return whole({ ...answer, body: { padding: 'x'.repeat(HUGE_CHARACTERS) } })
  }
}

const tooMany = (headers: Record<string, string>): Answer =>
  refuse(429, { code: 'TooManyRequests', message: 'Rate limit is exceeded.' }, headers)

const page = (status: number, title: string): Answer => ({
  status,
  text: `<html><head><title>${status} ${title}</title></head><body><h1>${status} ${title}</h1></body></html>`,
  headers: { 'content-type': 'text/html' },
})

type Change = (key: string, value: unknown) => unknown

const mapFields = (value: unknown, change: Change): unknown => {
  if (Array.isArray(value)) return value.map((one) => mapFields(one, change))
  if (!value || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, mapFields(change(key, inner), change)]),
  )
}

const isStatus = (key: string, value: unknown): boolean =>
  (key === 'status' || key === 'overallStatus') && typeof value === 'string'

const quarantine = (answer: Answer): unknown =>
  mapFields(answer.body, (key, value) => (isStatus(key, value) ? 'Quarantined' : value))

const hasStatus = (body: unknown): boolean => {
  let found = false
  mapFields(body, (key, value) => {
    found ||= isStatus(key, value)
    return value
  })
  return found
}

const foreignNumber: Change = (key, value) =>
  key === 'invoiceCodeNumber' || key === 'internalId' ? 'FOREIGN-0001' : value

const withoutSubmission: Change = (key, value) => (key.toLowerCase() === 'submissionuid' ? null : value)

const repeatFirst: Change = (_, value) =>
  Array.isArray(value) && value.length > 0 ? [...value, value[0]] : value
