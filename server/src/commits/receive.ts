import type { IncomingHttpHeaders } from 'node:http'
import { notFound, unauthenticated } from '#domain/problems.ts'
import type { SecretBox } from '../platform/crypto/secret-box.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { readSecret } from '../settings/read.ts'
import { commitsOf } from './pushed.ts'
import { keepCommits } from './rows.ts'
import { type Delivery, isFromGithub, isFromGitlab } from './signature.ts'

/** Who delivers: how it is known, and by which header and word it says that this is a push. */
const HOSTS = {
  github: { isFrom: isFromGithub, event: 'x-github-event', push: 'push' },
  gitlab: { isFrom: isFromGitlab, event: 'x-gitlab-event', push: 'Push Hook' },
} as const

type By = {
  db: Db
  box: SecretBox
  now: Date
  headers: IncomingHttpHeaders
  body_bytes: Uint8Array | undefined
}

/**
 * Keeps the commits of a push; of any other event nothing. A delivery that comes again stores nothing new. Throws
 * not_found while there is no secret, unauthenticated for whoever does not know it.
 */
export const receivePush = async (by: By, host: keyof typeof HOSTS): Promise<{ stored: number }> => {
  const { db, headers, body_bytes = new Uint8Array(), now } = by
  const secret = await readSecret(by, 'commits.webhook_key')
  if (secret === '') throw notFound()
  const { isFrom, event, push } = HOSTS[host]
  const delivery: Delivery = { headers, body_bytes, now }
  if (!isFrom(delivery, secret)) throw unauthenticated('unauthenticated', 'The delivery is not signed.')
  if (headers[event] !== push) return { stored: 0 }
  const commits = commitsOf(JSON.parse(new TextDecoder().decode(body_bytes) || 'null'))
  return { stored: await inTransaction(db, (tx) => keepCommits(tx, commits)) }
}
