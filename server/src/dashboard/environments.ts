import { ENVIRONMENTS } from '#contract/entities.ts'
import type { Environment } from '../authority/wire/environments.ts'
import { senderEntities } from '../entities/records/find.ts'
import type { By } from './rows.ts'

/**
 * What figures count documents of: as soon as one of the caller's companies sends to production, of that alone. Before,
 * all that there is are trials, and they are what whoever tries Lulus out looks at.
 */
export const countedEnvironments = async ({ db, caller }: By): Promise<readonly Environment[]> => {
  const companies = await senderEntities(db, caller)
  return companies.some(({ environment }) => environment === 'prod') ? ['prod'] : ENVIRONMENTS
}
