import { DAY_MS } from '#domain/time/units.ts'
import { issueKey, revokeKey } from '../access/api-keys.ts'
import type { Tx } from '../platform/db/database.ts'
import type { Company } from './seed-company.ts'

const KEPT_MS = 180 * DAY_MS

/** Two keys for the list, one of them revoked. Nobody is told either, so no one can use them. */
export const seedApiKeys = async (tx: Tx, { entities, stores, users }: Company, now: Date): Promise<void> => {
  const grant = {
    ...({ sender_entity_id: entities.kinabalu, flags: ['can_create_invoice'], now } as const),
    ...{ expires_at: new Date(now.getTime() + KEPT_MS), created_by: users.devi },
  }
  await issueKey(tx, { ...grant, name: 'Web shop', store_code_ids: [stores.KUL01] })
  const { id } = await issueKey(tx, { ...grant, name: 'Old till', store_code_ids: [stores.PEN01] })
  await revokeKey(tx, id, now)
}
