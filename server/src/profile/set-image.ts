import type { Profile } from '#contract/people/session.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { pictureAddress } from '../platform/picture/address.ts'
import { choose } from '../users/choose.ts'

type By = { db: Db; caller: UserCaller }

/** Replaces the person's picture and answers its address. Throws invalid_fields, as `pictureAddress` does. */
export const setImage = async ({ db, caller }: By, file: File): Promise<Pick<Profile, 'image'>> => {
  const image = await pictureAddress(file)
  await inTransaction(db, (tx) => choose(tx, caller.user_id, { image }))
  return { image }
}
