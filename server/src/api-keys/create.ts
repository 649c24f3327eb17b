import { type ApiKey, type ApiKeyWrite, KEY_DAYS_MAX } from '#contract/people/api-keys.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { invalidFields } from '#domain/problems.ts'
import { addDays, type CalendarDate, formatDate, malaysianDate, startOfDay } from '#domain/time/dates.ts'
import { issueKey } from '../access/api-keys.ts'
import { findKey } from '../access/list-keys.ts'
import { recordChange } from '../audit/record.ts'
import { chooseEntity } from '../entities/records/choose.ts'
import { keepStore } from '../entities/records/stores.ts'
import type { Tx } from '../platform/db/database.ts'

/** What the audit log tells of a key. */
const KEY_FIELDS = ['name', 'sender_entity_name', 'store_codes', 'flags', 'expires_on', 'key_start'] as const

/**
 * Makes a key for a program of one company and some of its departments. The answer alone holds it. Throws
 * invalid_fields for a department of another company, and for a day that is over or too far ahead.
 */
export const createKey = async (
  { tx, caller, now }: { tx: Tx; caller: UserCaller; now: Date },
  { name, sender_entity_code, store_codes, flags, expires_on }: ApiKeyWrite,
): Promise<ApiKey & { key: string }> => {
  const entity = await chooseEntity({ db: tx, caller }, { entity_code: sender_entity_code })
  refuseDay(expires_on, malaysianDate(now))
  const stores = caller.stores.filter(
    ({ sender_entity_id, code }) => sender_entity_id === entity.id && store_codes.includes(code),
  )
  const unknown = (code: string) =>
    invalidFields({ store_codes: [`${entity.name} has no department ${code}.`] })
  const foreign = store_codes.find((code) => !stores.some((store) => store.code === code))
  if (foreign !== undefined) throw unknown(foreign)
  for (const { store_code_id, code } of stores) {
    if (!(await keepStore(tx, { id: store_code_id, code }))) throw unknown(code)
  }
  const { id, key } = await issueKey(tx, {
    ...{ name, flags, now, created_by: caller.user_id, sender_entity_id: entity.id },
    store_code_ids: stores.map(({ store_code_id }) => store_code_id),
    expires_at: startOfDay(addDays(expires_on, 1)),
  })
  const made = await findKey({ db: tx, caller, now }, id)
  if (!made) throw new Error('A key that was made is there.')
  const target = { kind: 'api_key' as const, id, name, sender_entity_id: entity.id }
  await recordChange(tx, { caller, now }, { target, before: undefined, after: made, fields: KEY_FIELDS })
  return { ...made, key }
}

const refuseDay = (expires_on: CalendarDate, today: CalendarDate) => {
  const last = addDays(today, KEY_DAYS_MAX)
  if (expires_on >= today && expires_on <= last) return
  throw invalidFields({ expires_on: [`Please enter a day from today to ${formatDate(last)}.`] })
}
