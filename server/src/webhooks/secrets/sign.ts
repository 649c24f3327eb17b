import { createHmac, randomBytes } from 'node:crypto'
import { signedContent } from '#domain/webhooks/signature.ts'
import type { SecretBox } from '../../platform/crypto/secret-box.ts'

const PREFIX = 'whsec_'

/** A secret for signing, as Standard Webhooks writes it: 256 random bits in base64. */
export const newSecret = () => PREFIX + randomBytes(32).toString('base64')

/** The headers of a try: the id, this moment, and a signature by each of the secrets. */
export const signedHeaders = (
  { box, now }: { box: SecretBox; now: Date },
  secrets: readonly string[],
  { id, body }: { id: string; body: string },
): Record<string, string> => {
  const timestamp_s = Math.floor(now.getTime() / 1_000)
  const content = signedContent({ id, timestamp_s, body })
  const signatures = secrets.map((sealed) => `v1,${signatureOf(box.open(sealed), content)}`)
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Lulus',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp_s),
    'webhook-signature': signatures.join(' '),
  }
}

const signatureOf = (secret: string, content: string) =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(content)
    .digest('base64')
