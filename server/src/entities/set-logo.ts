import type { Entity } from '#contract/entities.ts'
import type { Caller } from '#domain/access/caller.ts'
import { recordChange } from '../audit/record.ts'
import { sha256Hex } from '../platform/crypto/digest.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { pictureAddress } from '../platform/picture/address.ts'
import { getEntity } from './access/get.ts'
import { holdEntity, targetOf } from './records/lock.ts'
import { updateEntity } from './records/rows.ts'

type By = { db: Db; caller: Caller; now: Date }

/** Replaces a company's logo. Throws not_found, and invalid_fields as `pictureAddress` does. */
export const setLogo = async (by: By, { id, file }: { id: string; file: File }): Promise<Entity> =>
  keep(by, id, await pictureAddress(file))

/** Takes a company's logo away; its name is printed instead. Throws not_found. */
export const removeLogo = (by: By, id: string): Promise<Entity> => keep(by, id, '')

const keep = async ({ db, caller, now }: By, id: string, image: string): Promise<Entity> => {
  await inTransaction(db, async (tx) => {
    const held = await holdEntity(tx, caller, id)
    await updateEntity(tx, id, { image, modified_at: now })
    const [before, after] = [{ logo: described(held.image) }, { logo: described(image) }]
    await recordChange(tx, { caller, now }, { target: targetOf(held), before, after, fields: ['logo'] })
  })
  return getEntity({ db, caller, now }, id)
}

const FINGERPRINT_CHARS = 16

/** What the audit log tells of a picture: its kind, and by which it is known from another. */
const described = (image: string) =>
  image &&
  `${image.slice('data:'.length, image.indexOf(';'))}, ${sha256Hex(image).slice(0, FINGERPRINT_CHARS)}`
