import type { EnrichmentItem, EnrichmentWrite } from '#contract/shaping/enrichment.ts'
import type { Caller } from '#domain/access/caller.ts'
import { conflict, invalidFields, notFound } from '#domain/problems.ts'
import { fieldOf } from '#domain/shaping/fields.ts'
import { recordChange } from '../audit/record.ts'
import type { Tx } from '../platform/db/database.ts'
import { demandSeen } from '../platform/db/demand-seen.ts'
import {
  allDefaults,
  DEFAULT_COLUMNS,
  deleteDefault,
  insertDefault,
  lockDefaults,
  toAnswer,
  updateDefault,
} from './rows.ts'

type By = { tx: Tx; caller: Caller; now: Date }

/** What the audit log tells of a default. */
const TOLD = ['field_name', 'default_value'] as const

/** Adds the default of a field; there are no more of them than fields. Throws conflict `default_exists`. */
export const addDefault = async (
  by: By,
  { field_name, default_value }: EnrichmentWrite,
): Promise<EnrichmentItem> => {
  const { tx, now } = by
  await lockDefaults(tx)
  const twin = await allDefaults(tx)
    .select('default_value')
    .where('field_name', '=', field_name)
    .executeTakeFirst()
  if (twin) {
    const label = fieldOf(field_name)?.label ?? field_name
    throw conflict('default_exists', `${label} has a default already: “${twin.default_value}”.`)
  }
  const made = await insertDefault(tx, { field_name, default_value, created_at: now, modified_at: now })
  await tell(by, undefined, made)
  return toAnswer(made)
}

/** Changes a default; its field stays. Throws not_found, invalid_fields for another field, and `changed_meanwhile`. */
export const changeDefault = async (
  by: By,
  { id, field_name, default_value, modified_at: seen }: EnrichmentWrite & { id: string },
): Promise<EnrichmentItem> => {
  await lockDefaults(by.tx)
  const before = await held(by.tx, id)
  if (field_name !== before.field_name) {
    const message = `The field of a default cannot be changed: it is ${before.field_name}.`
    throw invalidFields({ field_name: [message] })
  }
  const after = { ...before, default_value, modified_at: by.now }
  demandSeen({ what: 'The default', seen, before, after, fields: TOLD })
  await updateDefault(by.tx, id, { default_value, modified_at: by.now })
  await tell(by, before, after)
  return toAnswer(after)
}

/** Deletes a default for good. Throws not_found when there is none. */
export const removeDefault = async (by: By, id: string): Promise<void> => {
  await lockDefaults(by.tx)
  const before = await held(by.tx, id)
  await deleteDefault(by.tx, id)
  await tell(by, before, undefined)
}

type Kept = Omit<EnrichmentItem, 'modified_at'> & { modified_at: Date }

const held = async (tx: Tx, id: string): Promise<Kept> => {
  const row = await allDefaults(tx).select(DEFAULT_COLUMNS).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('There is no such default.')
  return row
}

const tell = async (by: By, before: Kept | undefined, after: Kept | undefined) => {
  const told = after ?? before
  if (!told) return
  const target = { kind: 'enrichment' as const, id: told.id, name: told.field_name, sender_entity_id: null }
  await recordChange(by.tx, by, { target, before, after, fields: TOLD })
}
