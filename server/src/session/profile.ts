import type { Profile } from '#contract/people/session.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { notFound } from '#domain/problems.ts'
import { named } from '#domain/shaping/codes.ts'
import { sendersWithLogos, storeCodes } from '../entities/records/find.ts'
import type { Db } from '../platform/db/database.ts'
import { findUser } from '../users/find.ts'

/** The person with the entities and stores they may act for; a superadmin's are all. */
export const profileOf = async ({ db, caller }: { db: Db; caller: UserCaller }): Promise<Profile> => {
  const [user, sender_entities, store_code] = await Promise.all([
    findUser(db, caller.user_id),
    sendersWithLogos(db, caller),
    storeCodes(db, caller),
  ])
  if (!user) throw notFound()
  return { ...user, sender_entities: sender_entities.map(named), store_code }
}
