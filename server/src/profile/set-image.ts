import type { Profile } from '#contract/session.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { invalidFields } from '#domain/problems.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { choose } from '../users/choose.ts'
import { readPicture } from './picture/read.ts'

type By = { db: Db; caller: UserCaller }

/** The side of the largest picture taken; the screens send 256 px. */
const SIDE_PX_MAX = 1024

/**
 * Replaces the person's picture and answers its address, which holds the picture itself: nothing is ever served under
 * an address of ours (decisions/018). Throws invalid_fields for what is no PNG, JPEG or WebP, and for one too large.
 */
export const setImage = async ({ db, caller }: By, file: File): Promise<Pick<Profile, 'image'>> => {
  const picture = readPicture(Buffer.from(await file.arrayBuffer()))
  if (!picture) throw refused('Please choose a PNG, JPEG or WebP picture.')
  const { width, height, content_type, bytes } = picture
  if (Math.max(width, height) > SIDE_PX_MAX)
    throw refused(
      `The picture has ${width} × ${height} pixels; at most ${SIDE_PX_MAX} × ${SIDE_PX_MAX} are taken.`,
    )
  const image = `data:${content_type};base64,${bytes.toString('base64')}`
  await inTransaction(db, (tx) => choose(tx, caller.user_id, { image }))
  return { image }
}

const refused = (message: string) => invalidFields({ image: [message] })
