import { isFields } from '#codes/own.ts'
import { cutText } from '#domain/text/cut.ts'
import type { Reason } from './answers.ts'
import { schemaFindings } from './schema-text.ts'

/** Bounds for what a hostile or broken answer may make us keep. */
const REASONS_MAX = 50
const MESSAGE_LENGTH_MAX = 1000
const DEPTH_MAX = 10

/**
 * The reasons in an error body, whichever of the shapes it has (reference, "Error bodies: three shapes exist"): nested
 * `innerError` and `details`, or a bare JSON string. The innermost entries say most; a wrapper is kept where it says
 * what they do not.
 */
export const readReasons = (body: unknown): Reason[] => {
  if (typeof body === 'string') return [{ code: '', message: oneLine(body), path: '' }]
  const reasons: Reason[] = []
  collect(isFields(body) && isFields(body.error) ? body.error : body, reasons, 0)
  return reasons.slice(0, REASONS_MAX)
}

/** Whether a body could be the authority's own words: a page of some proxy, an empty body or half an answer is not. */
export const isErrorBody = (body: unknown): boolean =>
  isFields(body) || (typeof body === 'string' && body.trim() !== '')

/** Whether an answer is the authority's refusal: nothing was done. A 408 proves nothing, whatever it says. */
export const isOwnRefusal = (status: number, body: unknown): boolean =>
  status >= 400 && status < 500 && status !== 408 && isErrorBody(body)

const collect = (node: unknown, into: Reason[], depth: number): void => {
  if (!isFields(node) || depth > DEPTH_MAX || into.length >= REASONS_MAX) return
  const inner: Reason[] = []
  for (const part of [node.innererror, node.details].flatMap(listed)) collect(part, inner, depth + 1)
  const own = reasonsOf(node)
  into.push(...(inner.length === 0 ? own : own.filter((reason) => saysMore(reason, inner))), ...inner)
}

/** The published shape nests lists; a single object in their place is read as a list of one. */
const listed = (part: unknown): unknown[] => (Array.isArray(part) ? part : [part])

/** What one entry says by itself; the text of the authority's schema check may hold several findings. */
const reasonsOf = (node: Record<string, unknown>): Reason[] => {
  const words = node.error_description ?? (isLoginCode(node.error) ? undefined : node.error) ?? node.message
  const message = oneLine(words)
  const malay = oneLine(node.errorms ?? node.messagems)
  const code = codeOf(node, message)
  const path = oneLine(node.propertypath ?? node.target)
  if (!code && !message) return []
  const twin = malay && malay !== message ? { message_ms: malay } : {}
  const findings = isHollow(code) && typeof words === 'string' ? schemaFindings(words) : []
  if (findings.length === 0) return [{ code, message, ...twin, path }]
  return findings.map((finding) => ({ ...finding, ...twin }))
}

/** The code, else the fragment of the link to the page about it (`…/code-validator-error/#CV317`). */
const codeOf = (node: Record<string, unknown>, message: string): string => {
  const told = oneLine(node.errorcode ?? node.code ?? (isLoginCode(node.error) ? node.error : ''))
  if (!isHollow(told)) return told
  return /#([A-Z]{2,5}\d{3})\b/.exec(message)?.[1] ?? told
}

/** A refused login has its code in `error`, and its words, if any, in `error_description` (OAuth 2.0). */
const isLoginCode = (error: unknown) => typeof error === 'string' && /^[a-z]+(?:_[a-z]+)+$/.test(error)

/** Codes and words which only say that there is more beneath them. */
const HOLLOW_CODE = /^(?:|\d{1,3}|Error\d{1,3}|ValidationError|BadRequest|null)$/i
const HOLLOW_WORDS = /^(?:|Validation ?Error\.?|Step\d\d\b.*)$/i

const isHollow = (code: string) => HOLLOW_CODE.test(code)

const saysMore = ({ code, message }: Reason, inner: readonly Reason[]): boolean => {
  if (!isHollow(code)) return inner.every((one) => one.code !== code)
  return code === '' && !HOLLOW_WORDS.test(message) && inner.every((one) => one.message !== message)
}

/** A reason is one line wherever it is stored or shown, since lines are what reasons are told apart by. */
const oneLine = (value: unknown): string => {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' ? cutText(text, MESSAGE_LENGTH_MAX).replaceAll(/\s+/g, ' ').trim() : ''
}
