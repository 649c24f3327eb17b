import { chainTrouble } from '../../evidence/verification.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { takeTurnToKeep } from '../notices/keep.ts'
import { keepAndGather } from './keep-and-gather.ts'

const SUBJECT = 'audit-chain'

/** Hears that the chains were verified: each time that something is wrong it is told anew, until it is right. */
export const hearVerification = ({ db }: { db: Db }): Promise<void> =>
  inTransaction(db, async (tx) => {
    await takeTurnToKeep(tx)
    const trouble = await chainTrouble(tx)
    const wanted = trouble
      ? [
          {
            ...{ kind: 'chain_not_intact' as const, subject: SUBJECT, topic: SUBJECT },
            ...{ origin: trouble.run_id, outcome: trouble.outcome, began_at: trouble.at },
          },
        ]
      : []
    await keepAndGather(tx, { subjects: [SUBJECT], kinds: ['chain_not_intact'], wanted })
  })
