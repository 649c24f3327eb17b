import type { ChangePreview } from '#contract/people/change-requests.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { effectsOf } from '#domain/access/effects.ts'
import { differences } from '#domain/access/versions.ts'
import type { Db } from '../platform/db/database.ts'
import { readSetting } from '../settings/read.ts'
import { superadmins } from '../users/groups.ts'
import { KINDS } from './kinds.ts'
import { weigh } from './weigh.ts'
import type { Wish } from './wishes.ts'

/** What a change would mean, and who could decide it; changes nothing. Throws what asking for it would throw. */
export const previewChange = async (
  { db, caller, now }: { db: Db; caller: UserCaller; now: Date },
  wish: Wish,
): Promise<ChangePreview> => {
  const { nameOf, rights, holders } = KINDS[wish.kind]
  const { subject, after } = await weigh({ db, caller, now }, wish)
  const found = subject ? ((await holders(db, [subject.id])).get(subject.id) ?? []) : []
  const own = await readSetting(db, 'approval.allow_self_approval')
  const people = await superadmins(db)
  return {
    target_name: nameOf(subject?.version ?? after ?? {}),
    changes: differences(subject?.version, after),
    effects: subject ? effectsOf(found, rights(subject.version), after ? rights(after) : []) : [],
    deciders: people.filter(({ id }) => own || id !== caller.user_id).map(({ name }) => name),
  }
}
