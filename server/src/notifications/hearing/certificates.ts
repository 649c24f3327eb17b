import { DAY_MS } from '#domain/time/units.ts'
import { everyWarning } from '../../entities/access/warnings.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { takeTurnToKeep } from '../notices/keep.ts'
import { keepAndGather } from './keep-and-gather.ts'

/** Tells of the certificates that end soon, anew at each step of the countdown; a successor ends it. */
export const lookAtCertificates = ({ db, clock }: { db: Db; clock: Clock }): Promise<void> =>
  inTransaction(db, async (tx) => {
    await takeTurnToKeep(tx)
    const now = clock.now()
    const wanted = (await everyWarning({ db: tx, now })).map((warning) => ({
      ...{ kind: 'certificate_ending' as const, subject: warning.sender_entity_id },
      ...{ topic: warning.sender_entity_id, sender_entity_id: warning.sender_entity_id },
      ...{
        label: warning.name,
        outcome: String(warning.level),
        origin: `${warning.not_after} ${warning.level}`,
      },
      // What has ended is due no more.
      due_at: warning.level === 0 ? null : new Date(warning.not_after),
      began_at: new Date(Math.min(now.getTime(), Date.parse(warning.not_after) - warning.level * DAY_MS)),
    }))
    await keepAndGather(tx, {
      subjects: 'all',
      kinds: ['certificate_ending'],
      wanted,
    })
  })
