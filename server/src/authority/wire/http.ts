import { storable } from '#domain/text/characters.ts'
import { assertOutsideTransaction } from '../../platform/db/database.ts'

/** The authority's answers are small; anything larger than this is not one. */
const ANSWER_BYTES_MAX = 10_000_000

export type AuthorityRequest = {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  headers: Record<string, string>
  body?: string
  timeout_ms: number
}

/** `not_sent`: no byte of the request reached the other side. `broken`: it may have, and no answer came. */
export type AuthorityResponse =
  | {
      kind: 'response'
      status: number
      correlation_id: string
      retry_after_ms: number | null
      /** `X-Rate-Limit-Limit`: calls a minute which the authority says it takes; absent when it says nothing. */
      rate_limit?: number
      text: string
    }
  | { kind: 'not_sent'; why: string }
  | { kind: 'broken'; why: string }

/** Errors which prove that no connection was made. */
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** One HTTP exchange with a deadline over the whole of it and a cap on the answer. Never follows a redirect. */
export const exchange = async (request: AuthorityRequest): Promise<AuthorityResponse> => {
  assertOutsideTransaction('a call to the authority')
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      ...(request.body !== undefined && { body: request.body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(request.timeout_ms),
    })
    return {
      kind: 'response',
      status: response.status,
      correlation_id: (response.headers.get('correlationid') ?? '').slice(0, 200),
      retry_after_ms: readRetryAfter(response.headers.get('retry-after')),
      ...readRateLimit(response.headers.get('x-rate-limit-limit')),
      text: storable(await readCapped(response)),
    }
  } catch (error) {
    const why = describe(error)
    return { kind: NEVER_CONNECTED.has(codeOf(error)) ? 'not_sent' : 'broken', why }
  }
}

const readCapped = async (response: Response): Promise<string> => {
  if (!response.body) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.byteLength
    if (size > ANSWER_BYTES_MAX) throw new Error('The answer is larger than any answer of the authority.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The authority states seconds; as milliseconds, at most an hour. An HTTP date counts as absent. */
const readRetryAfter = (header: string | null): number | null => {
  if (header === null || !/^\d{1,6}$/.test(header.trim())) return null
  return Math.min(Number(header) * 1000, 3_600_000)
}

/** A count of at least one; anything else counts as absent. */
const readRateLimit = (header: string | null): { rate_limit?: number } =>
  header !== null && /^0*[1-9]\d{0,9}$/.test(header.trim()) ? { rate_limit: Number(header) } : {}

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause === undefined ? '' : codeOf(error.cause)
}

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return 'The connection failed.'
  if (error.name === 'TimeoutError') return 'No answer came in time.'
  return `The connection failed (${codeOf(error) || error.message}).`
}
