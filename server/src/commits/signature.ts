import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** A delivery as it came: the bytes of its body, which the signature covers. */
export type Delivery = { headers: IncomingHttpHeaders; body_bytes: Uint8Array; now: Date }

/** Whether GitHub, or whoever knows the secret, signed this body: `X-Hub-Signature-256: sha256=<hex>`. */
export const isFromGithub = ({ headers, body_bytes }: Delivery, secret: string): boolean =>
  isSame(single(headers['x-hub-signature-256']), `sha256=${hmacOf(secret, body_bytes).toString('hex')}`)

/** A delivery that is so much older or younger than now is somebody's recording. */
export const SIGNED_AGO_MS_MAX = 300_000
const SIGNATURES_MAX = 5

/**
 * Whether GitLab, or whoever knows the secret, sent this. With a signing token it signs by Standard Webhooks:
 * `webhook-signature: v1,<base64>` over id, instant and body. With a secret token it says it: `X-Gitlab-Token`. A
 * delivery that is signed is judged by its signature alone.
 */
export const isFromGitlab = (delivery: Delivery, secret: string): boolean => {
  const signatures = single(delivery.headers['webhook-signature'])
  if (signatures === '') return isSame(single(delivery.headers['x-gitlab-token']), secret)
  return isSigned(delivery, { signatures, secret })
}

const isSigned = (
  { headers, body_bytes, now }: Delivery,
  { signatures, secret }: { signatures: string; secret: string },
): boolean => {
  const id = single(headers['webhook-id'])
  const timestamp = single(headers['webhook-timestamp'])
  const ago_ms = Math.abs(now.getTime() - Number(timestamp) * 1_000)
  if (!/^\d{1,12}$/.test(timestamp) || ago_ms > SIGNED_AGO_MS_MAX) return false
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body_bytes])
  const expected = `v1,${hmacOf(keyOf(secret), signed).toString('base64')}`
  return signatures.split(' ', SIGNATURES_MAX).some((one) => isSame(one, expected))
}

const MARK = 'whsec_'
/** Standard Webhooks writes its keys in base64 behind this mark; a secret without it is taken as it is. */
const keyOf = (secret: string) =>
  secret.startsWith(MARK) ? Buffer.from(secret.slice(MARK.length), 'base64') : secret

const hmacOf = (key: string | Uint8Array, bytes: Uint8Array) =>
  createHmac('sha256', key).update(bytes).digest()

const single = (header: string | string[] | undefined) => (typeof header === 'string' ? header : '')

/** Takes the same time wherever the texts differ; their lengths are of no use to anybody. */
const isSame = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected))
const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest()
