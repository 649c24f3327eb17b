import type { Profile } from '#contract/people/session.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { notFound } from '#domain/problems.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { choose } from '../users/choose.ts'
import { findUser } from '../users/find.ts'

type By = { db: Db; caller: UserCaller }
type Preferences = Pick<Profile, 'language' | 'shortcuts'>
type Chosen = { [P in keyof Preferences]?: Preferences[P] | undefined }

/** Sets the language and the shortcuts of the person, each only where it is named. Answers what holds. */
export const setPreferences = async ({ db, caller }: By, chosen: Chosen): Promise<Preferences> => {
  if (Object.values(chosen).some((one) => one !== undefined)) {
    await inTransaction(db, (tx) => choose(tx, caller.user_id, chosen))
  }
  const user = await findUser(db, caller.user_id)
  if (!user) throw notFound()
  return { language: user.language, shortcuts: user.shortcuts }
}
