import { sql } from 'kysely'
import { ENVIRONMENTS } from '#contract/entities.ts'
import { inEntities } from '../access/scope.ts'
import type { Environment } from '../authority/wire/environments.ts'
import type { By } from './rows.ts'

/**
 * What figures count documents of: as soon as one of the caller's companies sends to production, of that alone. Before,
 * all that there is are trials, and they are what whoever tries Lulus out looks at.
 */
export const countedEnvironments = async ({ db, caller }: By): Promise<readonly Environment[]> => {
  const { rows } = await sql`SELECT FROM sender_entities
    WHERE environment = 'prod' AND ${inEntities(caller, 'sender_entities.id')} LIMIT 1`.execute(db)
  return rows.length > 0 ? ['prod'] : ENVIRONMENTS
}
