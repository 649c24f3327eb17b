import { ENTITIES } from '../../src/demo/company.ts'
import { createEntity, createStore } from '../../src/entities/records/create.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import type { World } from '../world.ts'

/** Stores of six more companies, one each. */
export const MORE_STORES = ['ALOR1', 'IPOH1', 'KLANG', 'MUAR1', 'SIBU1', 'TAWAU'] as const

/**
 * Adds companies to the demo's two. The authority's limits hold per company: with more of them more is on its way at
 * once, and a lost answer of one does not wait for the searches of all the others.
 */
export const addCompanies = ({ db, clock }: World): Promise<void> =>
  inTransaction(db, async (tx) => {
    const now = clock.now()
    for (const [index, code] of MORE_STORES.entries()) {
      const company = {
        ...ENTITIES.kinabalu,
        entity_code: `300000000000001${index}`,
        name: `Kedai ${code} Sdn Bhd`,
        tin_no: `C2418730${index}010`,
        identity_number: `20160102345${index}`,
      }
      const sender_entity_id = await createEntity(tx, company, now)
      await createStore(tx, { sender_entity_id, code, name: code }, now)
    }
  })
