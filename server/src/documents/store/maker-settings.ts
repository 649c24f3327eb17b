import type { MakerSettings } from '#domain/access/maker.ts'
import type { Db } from '../../platform/db/database.ts'
import { readSetting } from '../../settings/read.ts'

/** Whether people may decide about what they made themselves: a one-person company's setting. */
export const makerSettings = async ({ db }: { db: Db }): Promise<MakerSettings> => ({
  allow_self_approval: await readSetting(db, 'approval.allow_self_approval'),
})
