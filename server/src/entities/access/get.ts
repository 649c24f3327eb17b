import { ENVIRONMENTS, type Entity } from '#contract/entities.ts'
import type { Caller } from '#domain/access/caller.ts'
import { notFound } from '#domain/problems.ts'
import type { Db } from '../../platform/db/database.ts'
import { obstacleIn, succession, warningsIn } from '../records/condition.ts'
import { findEntity } from '../records/find.ts'
import { isAtWork, selectEntities } from '../records/rows.ts'
import { selectCertificates, selectCredentials } from './secret-rows.ts'

type By = { db: Db; caller: Caller; now: Date }

/** More companies than one installation serves. */
const ENTITIES_MAX = 1_000

/** The caller's companies with what an administrator sets, but logos and secrets. By name; at most 1,000. */
export const listEntities = async ({ db, caller, now }: By): Promise<Omit<Entity, 'image'>[]> => {
  const [rows, credentials, certificates] = await Promise.all([
    selectEntities(db, caller)
      .select(['document_version', 'modified_at', isAtWork.as('at_work')])
      .limit(ENTITIES_MAX)
      .execute(),
    selectCredentials(db, caller).execute(),
    selectCertificates(db, caller).execute(),
  ])
  return rows.map(({ at_work, ...row }) => {
    const access = ENVIRONMENTS.map((environment) => {
      const isHere = (one: { sender_entity_id: string; environment: string }) =>
        one.sender_entity_id === row.id && one.environment === environment
      const held = credentials.find(isHere)
      const has = {
        environment,
        credentials: held
          ? { on_behalf_of: held.on_behalf_of, modified_at: held.modified_at.toISOString() }
          : null,
        certificates: succession(certificates.filter(isHere), row, now),
      }
      return { ...has, obstacle: obstacleIn(row, has) }
    })
    const current = access.find(({ environment }) => environment === row.environment)
    return {
      ...row,
      modified_at: row.modified_at.toISOString(),
      obstacle: current?.obstacle ?? '',
      access,
      certificate_warnings: at_work ? warningsIn(row, current?.certificates ?? [], now) : [],
    }
  })
}

/** One company of the caller's. Throws not_found when it is absent or foreign. */
export const getEntity = async (by: By, id: string): Promise<Entity> => {
  const [all, shown] = await Promise.all([listEntities(by), findEntity(by.db, by.caller, id)])
  const found = all.find((entity) => entity.id === id)
  if (!found || !shown) throw notFound('There is no such company.')
  return { ...found, image: shown.image }
}
