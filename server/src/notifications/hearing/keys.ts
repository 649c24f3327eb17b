import { expiryOf } from '#domain/entities/expiry.ts'
import { DAY_MS } from '#domain/time/units.ts'
import { type EndingKey, keysEnding } from '../../access/list-keys.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { type NewNotice, takeTurnToKeep } from '../notices/keep.ts'
import { keepAndGather } from './keep-and-gather.ts'

/** So long before its end a key is told of first, and so long after it last: then its programs have been missed. */
const BEFORE_MS = 30 * DAY_MS
const AFTER_MS = 7 * DAY_MS

/** Tells of the API keys that end soon or have just ended, anew at each step of the countdown. */
export const lookAtKeys = ({ db, clock }: { db: Db; clock: Clock }): Promise<void> =>
  inTransaction(db, async (tx) => {
    await takeTurnToKeep(tx)
    const now = clock.now()
    const bounds = { after: new Date(now.getTime() - AFTER_MS), by: new Date(now.getTime() + BEFORE_MS) }
    const wanted = (await keysEnding(tx, bounds)).flatMap((key) => noticeAbout(key, now))
    await keepAndGather(tx, { subjects: 'all', kinds: ['key_ending'], wanted })
  })

/** Of a key that was made for less time than a warning comes before its end, the next one tells. */
const noticeAbout = (
  { id, name, sender_entity_id, created_at, expires_at }: EndingKey,
  now: Date,
): NewNotice[] => {
  const expiry = expiryOf(expires_at, now)
  if (!expiry) return []
  const began_at = new Date(expires_at.getTime() - expiry.level * DAY_MS)
  if (created_at > began_at) return []
  return [
    {
      ...{ kind: 'key_ending', subject: id, topic: id, sender_entity_id, label: name },
      ...{ origin: `${expires_at.toISOString()} ${expiry.level}`, outcome: String(expiry.level), began_at },
      due_at: expiry.level === 0 ? null : expires_at,
    },
  ]
}
