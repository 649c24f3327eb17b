import { t } from '@lingui/core/macro'
import { isFields } from '#codes/own.ts'
import type { FieldErrors } from '#domain/problems.ts'
import { told } from '../i18n.ts'

/** What the server refused, read from the error body of decisions.md §5. `status` 0: it was not reached. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** Messages by field name of the payload. */
  readonly fields: FieldErrors
  /** Messages about the whole request. */
  readonly whole: string[]
  readonly request_id: string
  /** Whether it is known why; otherwise the message says no more than that it failed. */
  readonly is_explained: boolean
  /** The state that was there already, as a body names it; undefined where the refusal is about something else. */
  readonly current: object | undefined
  /** The body as it came, for calls whose refusal has the shape of their answer. */
  readonly body: unknown

  constructor(status: number, body: unknown) {
    const read = readBody(body)
    const said = read.whole[0] ?? firstField(read.fields) ?? wordsFor(status)
    super(said ?? t`An unknown error occurred.`)
    this.is_explained = said !== undefined
    this.status = status
    this.code = read.code
    this.fields = read.fields
    this.whole = read.whole
    this.request_id = read.request_id
    this.current = isFields(body) && isFields(body.current) ? body.current : undefined
    this.body = body
  }
}

const FILE_CHANGED = 'file_changed'

/** Nothing was sent, for a reason that lies neither with the server nor on the way to it. */
export const fileChanged = () =>
  new ApiError(400, {
    code: FILE_CHANGED,
    detail: t`The file was changed since it was chosen. Choose it again.`,
  })

export const isFileChanged = (error: unknown): boolean =>
  error instanceof ApiError && error.code === FILE_CHANGED

const UNREADABLE = 'unreadable'

/** An answer that broke off on its way, or is none of ours, as that of some proxy. */
export const unreadable = () => new ApiError(0, { code: UNREADABLE })

export const isUnreadable = (error: unknown): boolean =>
  error instanceof ApiError && error.code === UNREADABLE

/** Whether the server was not reached, or said nothing of its own: what was loaded before is still the best. */
export const isAway = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 502)

/**
 * Whether the same may well be answered in a moment: the server is away, or has too much of this person's to do. What
 * took too long keeps the database busy as long again, so that is for the person to decide.
 */
export const mayPass = (error: unknown): boolean =>
  error instanceof ApiError && error.code !== 'database_slow' && (isAway(error) || error.status === 429)

/** Whether it was refused at the door (decision 051): nothing was done, so the same may be sent once more. */
export const wasTurnedAway = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 503 && error.code === 'busy'

/** The one sentence to show for anything that was thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : t`An unknown error occurred.`

/** The same where it is known why; empty where it would say no more than that it failed. */
export const reasonOf = (error: unknown): string =>
  error instanceof ApiError && error.is_explained ? error.message : ''

/** The login screen's reading: whole errors, else each field as "field: message", else the message. */
export const linesOf = (error: unknown): string[] => {
  if (!(error instanceof ApiError)) return [t`An unknown error occurred.`]
  if (error.whole[0]) return [error.whole[0]]
  const fields = Object.entries(error.fields).map(([field, messages]) => `${field}: ${messages.join(' ')}`)
  return fields.length > 0 ? fields : [error.message]
}

const META = new Set(['code', 'request_id'])
const WHOLE = new Set(['detail', 'non_field_errors'])

const readBody = (body: unknown) => {
  const fields = new Map<string, string[]>()
  const whole: string[] = []
  let code = ''
  let request_id = ''
  for (const [key, value] of Object.entries(isFields(body) ? body : {})) {
    // A field may be called so; its messages are a list.
    if (META.has(key) && !Array.isArray(value)) {
      if (key === 'code') code = String(value)
      if (key === 'request_id') request_id = String(value)
      continue
    }
    const messages = (Array.isArray(value) ? value : [value])
      .filter((one) => typeof one === 'string')
      .map(told)
    if (WHOLE.has(key)) whole.push(...messages)
    else if (messages.length > 0) fields.set(key, messages)
  }
  // Makes a field even of `__proto__`.
  return { fields: Object.fromEntries(fields), whole, code, request_id }
}

const firstField = (fields: FieldErrors) => Object.values(fields)[0]?.[0]

const wordsFor = (status: number) => {
  if (status === 0) return t`The server cannot be reached. Check your connection and try again.`
  if (status === 413) return t`This is more than the server accepts in one go.`
  if (status === 429) return t`Too many requests. Please wait a moment.`
  if (status === 503) return t`The server is busy. Please try again in a moment.`
  return undefined
}
