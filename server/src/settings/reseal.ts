import { SECRET_KEYS } from '#domain/settings/list.ts'
import type { Tx } from '../platform/db/database.ts'
import { lockSettings, replaceValue } from './rows.ts'

/** Seals the secrets among the settings anew; answers how many. For another secret key: what they say is the same. */
export const resealSettings = async (tx: Tx, reseal: (sealed: string) => string): Promise<number> => {
  const kept = await lockSettings(tx)
  let count = 0
  for (const key of SECRET_KEYS) {
    const value = kept.get(key)?.value
    if (typeof value !== 'string' || value === '') continue
    await replaceValue(tx, key, JSON.stringify(reseal(value)))
    count++
  }
  return count
}
