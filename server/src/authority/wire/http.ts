import { Agent, request as ask, type Dispatcher } from 'undici'
import { own } from '#codes/own.ts'
import { storable } from '#domain/text/characters.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import { assertOutsideTransaction } from '../../platform/db/database.ts'

/** The authority's answers are small; anything larger than this is not one. */
const ANSWER_BYTES_MAX = 10_000_000

export type AuthorityRequest = {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  headers: Record<string, string>
  body?: string | Buffer<ArrayBuffer>
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

/** The name has no address, or nobody answered at it in time. */
const NEVER_CONNECTED = ['ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']
/**
 * What Node finds wrong with the other side's certificate. It looks before it hands the connection over, so that no
 * byte of a request is written to it. What the other side finds wrong with us proves nothing: by TLS 1.3 it may say so
 * (an alert, `ERR_SSL_…`), or hang up, after the request.
 */
const NOT_WHO_IT_SHOULD_BE = [
  'CERT_CHAIN_TOO_LONG',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERROR_IN_CERT_NOT_AFTER_FIELD',
  'ERROR_IN_CERT_NOT_BEFORE_FIELD',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
  'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]
const BEFORE_SENDING = new Set([...NEVER_CONNECTED, ...NOT_WHO_IT_SHOULD_BE])

/** HTTP/1.1 alone: by HTTP/2 what went out before a connection ends is told otherwise, and no test here proves it. */
const dispatcher = new Agent({ allowH2: false })

/** One HTTP exchange with a deadline over the whole of it and a cap on the answer. Never follows a redirect. */
export const exchange = async (request: AuthorityRequest): Promise<AuthorityResponse> => {
  assertOutsideTransaction('a call to the authority')
  try {
    const { statusCode, headers, body } = await ask(request.url, {
      dispatcher,
      method: request.method,
      headers: { 'user-agent': 'Lulus', 'accept-encoding': 'identity', ...request.headers },
      body: request.body ?? null,
      signal: AbortSignal.timeout(request.timeout_ms),
    })
    return {
      kind: 'response',
      status: statusCode,
      correlation_id: (headerOf(headers, 'correlationid') ?? '').slice(0, 200),
      retry_after_ms: readRetryAfter(headerOf(headers, 'retry-after')),
      ...readRateLimit(headerOf(headers, 'x-rate-limit-limit')),
      text: storable(await readCapped(body)),
    }
  } catch (error) {
    return { kind: isBeforeSending(error) ? 'not_sent' : 'broken', why: describe(error) }
  }
}

/** Null where it is not there. One that is there several times is no single number, nor a name. */
const headerOf = (headers: Dispatcher.ResponseData['headers'], name: string): string | null => {
  const value = own(headers, name)
  return Array.isArray(value) ? value.join(', ') : (value ?? null)
}

const readCapped = async (body: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > ANSWER_BYTES_MAX) throw new Error('The answer is larger than any answer of the authority.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The authority states seconds; as milliseconds, at most an hour. An HTTP date counts as absent. */
const readRetryAfter = (header: string | null): number | null => {
  if (header === null || !/^\d{1,6}$/.test(header.trim())) return null
  return Math.min(Number(header) * 1000, HOUR_MS)
}

/** A count of at least one; anything else counts as absent. */
const readRateLimit = (header: string | null): { rate_limit?: number } =>
  header !== null && /^0*[1-9]\d{0,9}$/.test(header.trim()) ? { rate_limit: Number(header) } : {}

/** The error that says what happened: the first of the chain with a code, else the last. */
const rootOf = (error: unknown): unknown =>
  error instanceof Error && !('code' in error) && error.cause !== undefined ? rootOf(error.cause) : error

const codeOf = (error: unknown): string => {
  const root = rootOf(error)
  return root instanceof Error && 'code' in root && typeof root.code === 'string' ? root.code : ''
}

/** Of a name with several addresses each is tried, and the code is only what came of the first. */
const isBeforeSending = (error: unknown): boolean => {
  const root = rootOf(error)
  if (root instanceof AggregateError) return root.errors.length > 0 && root.errors.every(isOfConnecting)
  return BEFORE_SENDING.has(codeOf(root)) || isOfConnecting(root)
}

/** The call of the system that failed. A code alone does not tell: a route may be lost while an answer is read, too. */
const isOfConnecting = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall === 'connect'

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return 'The connection failed.'
  if (error.name === 'TimeoutError') return 'No answer came in time.'
  return `The connection failed (${codeOf(error) || error.message}).`
}
