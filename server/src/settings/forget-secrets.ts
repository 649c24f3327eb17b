import { SECRET_KEYS } from '#domain/settings/list.ts'
import type { Tx } from '../platform/db/database.ts'
import { deleteSettings, lockSettings } from './rows.ts'
import { toldOf } from './update.ts'
import { tellSetting } from './write.ts'

/** Takes away the secrets among the settings that do not open, as the audit log tells; answers how many. */
export const forgetSecretSettings = async (
  tx: Tx,
  { opens, now }: { opens: (sealed: string) => boolean; now: Date },
): Promise<number> => {
  const kept = await lockSettings(tx)
  const lost = SECRET_KEYS.filter((key) => {
    const value = kept.get(key)?.value
    return typeof value === 'string' && value !== '' && !opens(value)
  })
  await deleteSettings(tx, lost)
  for (const key of lost) await tellSetting(tx, { caller: undefined, now }, key, toldOf(''))
  return lost.length
}
