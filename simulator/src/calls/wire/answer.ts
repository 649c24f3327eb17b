import type { Caller } from '../../world/records.ts'
import type { World } from '../../world/world.ts'

/** One request as the calls see it: nothing of HTTP beyond what the authority's rules speak of. */
export type Request = {
  world: World
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  headers: Readonly<Record<string, string | undefined>>
  body: Buffer
  correlation_id: string
}

/** A request with a valid token. */
export type AuthorizedRequest = Request & { caller: Caller }

/**
 * What goes back: JSON in `body`, an error still without its shape in `error`, or `text` as it is. `silent` keeps
 * the connection open without an answer.
 */
export type Answer = {
  status: number
  body?: unknown
  error?: ErrorParts
  text?: string
  headers?: Record<string, string>
  silent?: boolean
}

/** One detail of an error, in the wire's spelling. */
export type ErrorDetail = {
  code: string | null
  message: string
  target: string | null
  propertyPath: string | null
}

/** What differs from error to error. */
export type ErrorParts = {
  code: string
  message: string | null
  target?: string | null
  details?: ErrorDetail[]
}

/** 200 with a JSON body. */
export const ok = (body: unknown): Answer => ({ status: 200, body })

/** An error; `shaped` gives it the shape of the settings. */
export const refuse = (status: number, error: ErrorParts, headers?: Record<string, string>): Answer => ({
  status,
  error,
  ...(headers ? { headers } : {}),
})

/** 404; also what a foreign document answers. */
export const notFound = (): Answer => refuse(404, { code: 'NotFound', message: 'The resource was not found' })

/** 400 that names the argument. */
export const badArgument = (target: string, message: string): Answer =>
  refuse(400, { code: 'BadArgument', message, target })

/** The fields of a JSON object body; undefined when the body is anything else. */
export const readJsonObject = (body: Buffer): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    // An object that is no array can be read by any key; every value stays unknown.
    if (value && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    return undefined
  }
  return undefined
}
