import { sql } from 'kysely'
import type { Environment } from '../../authority/wire/environments.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'

type Skipped = { name: string; environment: Environment; began_at: Date; why: string }

/**
 * What is still to be compared of companies that have credentials, and, if it is `really` to be so, is not any more:
 * for whoever knows that nothing was sent since, where LHDN does not let itself be searched.
 */
export const skipComparisons = ({ db, really }: { db: Db; really: boolean }): Promise<Skipped[]> =>
  inTransaction(db, async (tx) => {
    const { rows } = await sql<Skipped>`SELECT e.name, c.environment, c.began_at, c.why
      FROM comparisons AS c JOIN entity_secrets AS s USING (sender_entity_id, environment)
        JOIN sender_entities AS e ON e.id = c.sender_entity_id
      ORDER BY e.name, c.environment`.execute(tx)
    if (really) await sql`DELETE FROM comparisons`.execute(tx)
    return rows
  })
