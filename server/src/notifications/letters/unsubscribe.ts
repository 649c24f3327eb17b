import { timingSafeEqual } from 'node:crypto'
import { unsubscribe } from '#contract/notifications/unsubscribe.ts'
import { KIND_KEYS, type Ways } from '#domain/notifications/kinds.ts'
import { notFound } from '#domain/problems.ts'
import { keyedHash } from '../../platform/crypto/keyed-hash.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { choose } from '../../users/choose.ts'
import { findUser, holdWays } from '../../users/find.ts'

const PURPOSE = 'lulus end daily mails'

/** Where a person ends their daily mails without signing in. It works as long as the installation's key does. */
export const unsubscribeUrl = (
  { public_url, secret_key }: { public_url: string; secret_key: string },
  user_id: string,
): string => {
  const token = `${user_id}.${keyedHash(secret_key, PURPOSE, user_id)}`
  return public_url + unsubscribe.digest.path.replace(':token/', token)
}

/**
 * Ends the daily mails of whoever the token was made for: what came by them is told in the portal alone. Done twice it
 * changes nothing. Throws not_found for a token that is not ours.
 */
export const endDigest = async (
  { db, secret_key }: { db: Db; secret_key: string },
  { token }: { token: string },
): Promise<{ detail: string }> => {
  const [user_id = '', given = ''] = token.split('.')
  const user = isOurs(secret_key, user_id, given) ? await findUser(db, user_id) : undefined
  if (!user) throw notFound('This link does not work.')
  await inTransaction(db, async (tx) => {
    const chosen = await holdWays(tx, user_id)
    // Also what comes daily without having been chosen.
    const all = user.notification_ways
    const ended = KIND_KEYS.filter((key) => all[key] === 'digest').map((key) => [key, 'in_app'])
    const ways: Ways = { ...chosen, ...Object.fromEntries(ended) }
    await choose(tx, user_id, { notification_ways: ways })
  })
  return { detail: 'The daily mail has ended. You find everything in the portal.' }
}

const isOurs = (secret_key: string, user_id: string, given: string): boolean => {
  const expected = Buffer.from(keyedHash(secret_key, PURPOSE, user_id))
  const brought = Buffer.from(given)
  return expected.length === brought.length && timingSafeEqual(expected, brought)
}
