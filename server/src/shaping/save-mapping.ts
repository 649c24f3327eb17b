import { MAPPINGS_MAX, type MappingWrite, type SavedMapping } from '#contract/shaping/mappings.ts'
import type { Caller } from '#domain/access/caller.ts'
import { conflict, invalidFields, notFound } from '#domain/problems.ts'
import { fieldOf } from '#domain/shaping/fields.ts'
import { recordChange } from '../audit/record.ts'
import type { Tx } from '../platform/db/database.ts'
import { demandSeen } from '../platform/db/demand-seen.ts'
import {
  allMappings,
  deleteMapping,
  insertMapping,
  lockMappings,
  MAPPING_COLUMNS,
  toAnswer,
  updateMapping,
} from './rows.ts'

type By = { tx: Tx; caller: Caller; now: Date }

/** What the audit log tells of a mapping. */
const TOLD = MAPPING_COLUMNS.filter((column) => column !== 'id' && column !== 'modified_at')

/** Adds a mapping. Throws conflict `mapping_exists`, or `mappings_full` beyond MAPPINGS_MAX. */
export const addMapping = async (by: By, input: MappingWrite): Promise<SavedMapping> => {
  const { tx, now } = by
  const mapping = ofItsType(input)
  await lockMappings(tx)
  const { count } = await allMappings(tx)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAPPINGS_MAX) {
    throw conflict('mappings_full', `There are ${MAPPINGS_MAX.toLocaleString('en')} mappings; no more fit.`)
  }
  await refuseTwin(tx, mapping)
  const made = await insertMapping(tx, { ...mapping, created_at: now, modified_at: now })
  await tell(by, undefined, made)
  return toAnswer(made)
}

/**
 * Changes a mapping; its field stays. Throws not_found, invalid_fields for another field, `mapping_exists` or
 * `changed_meanwhile`.
 */
export const changeMapping = async (
  by: By,
  { id, ...input }: MappingWrite & { id: string },
): Promise<SavedMapping> => {
  const mapping = ofItsType(input)
  await lockMappings(by.tx)
  const before = await held(by.tx, id)
  if (mapping.field !== before.field) {
    throw invalidFields({ field: [`The field of a mapping cannot be changed: it is ${before.field}.`] })
  }
  await refuseTwin(by.tx, mapping, id)
  const after = { ...mapping, id, modified_at: by.now }
  demandSeen({ what: 'The mapping', seen: input.modified_at, before, after, fields: TOLD })
  await updateMapping(by.tx, id, { ...mapping, modified_at: by.now })
  await tell(by, before, after)
  return toAnswer(after)
}

/** Deletes a mapping for good. Throws not_found when there is none. */
export const removeMapping = async (by: By, id: string): Promise<void> => {
  await lockMappings(by.tx)
  const before = await held(by.tx, id)
  await deleteMapping(by.tx, id)
  await tell(by, before, undefined)
}

type Mapped = Omit<SavedMapping, 'id' | 'modified_at'>
type Kept = Mapped & { id: string; modified_at: Date }

/** The mapping with nothing but what its type uses. */
const ofItsType = ({ id: _, modified_at: _m, ...given }: MappingWrite): Mapped =>
  given.mapping_type === 'lookup'
    ? { ...given, hardcode_value: '', overwrite: false }
    : { ...given, lookup_key: '', lookup_value: '' }

const held = async (tx: Tx, id: string): Promise<Kept> => {
  const row = await allMappings(tx).select(MAPPING_COLUMNS).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('There is no such mapping.')
  return row
}

const refuseTwin = async (tx: Tx, { field, lookup_key: key }: Mapped, id?: string) => {
  const twin = await allMappings(tx)
    .select(MAPPING_COLUMNS)
    .where('field', '=', field)
    .where('lookup_key', '=', key)
    .executeTakeFirst()
  if (!twin || twin.id === id) return
  const label = fieldOf(field)?.label ?? field
  const message =
    twin.mapping_type === 'lookup'
      ? `“${key}” of ${label} is mapped already, to “${twin.lookup_value}”.`
      : `${label} is hardcoded already, to “${twin.hardcode_value}”.`
  throw conflict('mapping_exists', message)
}

const tell = async (by: By, before: Kept | undefined, after: Kept | undefined) => {
  const told = after ?? before
  if (!told) return
  const { id, field, lookup_key: key } = told
  const target = {
    kind: 'data_mapping' as const,
    id,
    name: key ? `${field}: ${key}` : field,
    sender_entity_id: null,
  }
  await recordChange(by.tx, by, { target, before, after, fields: TOLD })
}
