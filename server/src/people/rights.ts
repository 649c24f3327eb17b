import type { UserRights } from '#contract/people/users.ts'
import type { Caller } from '#domain/access/caller.ts'
import { FLAGS } from '#domain/access/flags.ts'
import { reachOf } from '../access/reach.ts'
import { senderEntities } from '../entities/records/find.ts'
import type { Db } from '../platform/db/database.ts'
import { getUser } from './list.ts'
import { readFlagSources } from './rows.ts'

/** What a person may do and reach, and by which groups. Throws not_found. */
export const rightsOf = async (
  { db, caller, now }: { db: Db; caller: Caller; now: Date },
  { id }: { id: string },
): Promise<UserRights> => {
  const { access_type, state, sender_entities } = await getUser({ db, now }, id)
  const [reached, sources, all] = await Promise.all([
    reachOf(db, id),
    readFlagSources(db, id),
    senderEntities(db, caller),
  ])
  const by_flag = new Map(sources.map(({ flag, groups }) => [flag, groups]))
  const is_superadmin = access_type === 'superadmin'
  return {
    access_type,
    state,
    flags: FLAGS.filter((flag) => is_superadmin || by_flag.has(flag)).map((flag) => ({
      flag,
      groups: by_flag.get(flag) ?? [],
    })),
    sender_entities: (is_superadmin ? all : sender_entities).map(({ id, name }) => ({
      id,
      name,
      store_codes: reached.filter((store) => store.sender_entity_id === id).map(({ code }) => code),
    })),
  }
}
