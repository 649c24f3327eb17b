import type { SavedMapping } from '#contract/shaping/mappings.ts'
import { SERVER_NAME } from '#domain/access/caller.ts'
import type { ValidationRule } from '#domain/rules/rule.ts'
import type { Tx } from '../platform/db/database.ts'
import { insertDefault, insertMapping } from './rows.ts'
import { insertRule, insertVersion } from './rule-rows.ts'

/** Keeps a look-up that nobody made, for a company that is set up by itself. */
export const createLookup = async (
  tx: Tx,
  lookup: Pick<SavedMapping, 'field' | 'lookup_key' | 'lookup_value'>,
  now: Date,
): Promise<void> => {
  const rest = { mapping_type: 'lookup', hardcode_value: '', overwrite: false } as const
  await insertMapping(tx, { ...lookup, ...rest, created_at: now, modified_at: now })
}

/** The same of a default. */
export const createDefault = async (
  tx: Tx,
  one: { field_name: string; default_value: string },
  now: Date,
): Promise<void> => {
  await insertDefault(tx, { ...one, created_at: now, modified_at: now })
}

/** The same of a rule. */
export const createRule = async (
  tx: Tx,
  { field, condition, value, error_message }: ValidationRule,
  now: Date,
): Promise<void> => {
  await insertVersion(tx, {
    ...{ rule_id: await insertRule(tx, field, now), version: 1, condition, value, error_message },
    ...{ active_from: now, active_until: null },
    ...{ made_at: now, made_by: null, made_by_name: SERVER_NAME },
  })
}
