import type { Insertable } from 'kysely'
import { RULES_MAX, type RuleWrite, type SavedRule } from '#contract/shaping/rules.ts'
import { type Caller, callerName } from '#domain/access/caller.ts'
import { changedMeanwhile, conflict, invalidFields, notFound } from '#domain/problems.ts'
import { fieldOf } from '#domain/shaping/fields.ts'
import { type CalendarDate, startOfDay } from '#domain/time/dates.ts'
import { recordChange } from '../audit/record.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { keepExamples, type WantedExample } from './keep-examples.ts'
import {
  insertRule,
  insertVersion,
  lockRules,
  markDeleted,
  newestRules,
  RULE_COLUMNS,
  type VersionTable,
} from './rule-rows.ts'

type By = { tx: Tx; caller: Caller; now: Date }

/** What the audit log tells of a rule. */
const TOLD = ['field', 'condition', 'value', 'error_message', 'version', 'active_from', 'examples'] as const

type Content = Pick<RuleWrite, 'field' | 'condition' | 'value' | 'error_message'>
/** What is asked for: at once, or from a day on, and with which examples. */
type Wanted = Content &
  Partial<Pick<RuleWrite, 'active_on' | 'version'>> & { examples?: WantedExample[] | undefined }

/** Adds a rule. Throws conflict `rule_exists`, `example_broken`, or `rules_full` beyond RULES_MAX. */
export const addRule = async (by: By, input: Wanted): Promise<SavedRule> => {
  await lockRules(by.tx)
  const full = await findFull(by.tx)
  if (full !== undefined) throw conflict('rules_full', full)
  await refuseTwin(by.tx, input)
  const id = await insertRule(by.tx, input.field, by.now)
  return writeVersion(by, { id, version: 1, before: undefined }, input)
}

/** That no more rules fit, in words; undefined while one does. */
export const findFull = async (handle: Db | Tx): Promise<string | undefined> => {
  const { count } = await newestRules(handle)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count) < RULES_MAX ? undefined : `There are ${RULES_MAX} rules; no more fit.`
}

/**
 * Makes another version of a rule, or gives the same one other examples. Throws not_found, invalid_fields for another
 * field, `changed_meanwhile`, and conflicts as above.
 */
export const changeRule = async (by: By, { id, ...input }: Wanted & { id: string }): Promise<SavedRule> => {
  await lockRules(by.tx)
  const before = await heldRule(by.tx, id)
  if (input.field !== before.field) {
    throw invalidFields({ field: [`The field of a rule cannot be changed: it is ${before.field}.`] })
  }
  demandSeen(before, input, by.now)
  await refuseTwin(by.tx, input, id)
  if (input.examples && isInForce(before, input, by.now)) return changeExamples(by, before, input.examples)
  return writeVersion(by, { id, version: before.version + 1, before }, input)
}

/** Refuses what was made upon an older version. What is so already is no change, as in platform/db/demand-seen.ts. */
const demandSeen = (before: SavedRule, input: Wanted, now: Date) => {
  const { version } = before
  if ((input.version ?? version) !== version && !isSo(before, input, now))
    throw changedMeanwhile('The rule', { version })
}

/** Refuses what was made upon an older version of a rule that is held. Throws conflict `changed_meanwhile`. */
export const demandNewest = async (tx: Tx, { id, version: seen }: { id: string; version: number }) => {
  const { version } = await heldRule(tx, id)
  if (seen !== version) throw changedMeanwhile('The rule', { version })
}

/** What is in force already, and shall be so at once, is no other version. */
const isInForce = (before: SavedRule, wanted: Wanted, now: Date) =>
  new Date(before.active_from) <= now && isSo(before, wanted, now)

const isSo = (before: SavedRule, { condition, value, error_message, active_on }: Wanted, now: Date) => {
  const [from, since] = [beginning(active_on ?? null, now), new Date(before.active_from)]
  return (
    before.condition === condition &&
    before.value === value &&
    before.error_message === error_message &&
    (from === now ? since <= now : since.getTime() === from.getTime())
  )
}

const changeExamples = async (by: By, rule: SavedRule, wanted: WantedExample[]): Promise<SavedRule> => {
  const [had, has] = await keepExamples(by, { rule, wanted })
  await tell(by, { ...rule, examples: had }, { ...rule, examples: has })
  return rule
}

/** Deletes a rule: nothing is checked by it any more. Throws not_found when there is none. */
export const removeRule = async (by: By, id: string): Promise<void> => {
  await lockRules(by.tx)
  const before = await heldRule(by.tx, id)
  await markDeleted(by.tx, id, by.now)
  await tell(by, before, undefined)
}

/** The newest version of a rule. Throws not_found. */
export const heldRule = async (tx: Db | Tx, id: string): Promise<SavedRule> => {
  const row = await newestRules(tx)
    .select(RULE_COLUMNS)
    .where('validation_rules.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('There is no such rule.')
  return { ...row, active_from: row.active_from.toISOString() }
}

const writeVersion = async (
  by: By,
  { id, version, before }: { id: string; version: number; before: SavedRule | undefined },
  { field, condition, value, error_message, active_on, examples: wanted }: Wanted,
): Promise<SavedRule> => {
  const { tx, caller, now } = by
  const content = { condition, value, error_message }
  const [had, has] = await keepExamples(by, { rule: { id, field, ...content }, wanted })
  const active_from = beginning(active_on ?? null, now)
  const maker = { made_by: caller.kind === 'user' ? caller.user_id : null, made_by_name: callerName(caller) }
  await keepVersion(tx, { id, version, maker, now, active_from }, content)
  const after = { id, field, ...content, version, active_from: active_from.toISOString() }
  await tell(by, before && { ...before, examples: had }, { ...after, examples: has })
  return after
}

/** When a rule begins: what is past begins now. */
export const beginning = (active_on: CalendarDate | null, now: Date): Date => {
  const day = active_on === null ? now : startOfDay(active_on)
  return day > now ? day : now
}

type Maker = Pick<Insertable<VersionTable>, 'made_by' | 'made_by_name' | 'approved_by_name'>
type Kept = { id: string; version: number; maker: Maker; now: Date; active_from: Date }

/** Keeps a version of a rule. */
export const keepVersion = (
  tx: Tx,
  { id, version, maker, now, active_from }: Kept,
  content: Omit<Content, 'field'>,
): Promise<void> =>
  insertVersion(tx, {
    ...{ rule_id: id, version, ...content },
    ...{ active_from, active_until: null, made_at: now },
    ...maker,
  })

/** Of two rules that say the same of a field one is superfluous, and its message hides the other's. */
const refuseTwin = async (tx: Tx, content: Content, id?: string) => {
  const twin = await findTwin(tx, content, id)
  if (twin !== undefined) throw conflict('rule_exists', twin)
}

/** That another rule says the same, in words; undefined when none does. */
export const findTwin = async (
  handle: Db | Tx,
  { field, condition, value }: Omit<Content, 'error_message'>,
  id?: string,
): Promise<string | undefined> => {
  const twin = await newestRules(handle)
    .select('validation_rules.id')
    .where('field', '=', field)
    .where('condition', '=', condition)
    .where('value', '=', value)
    .executeTakeFirst()
  if (!twin || twin.id === id) return undefined
  return `There is a rule that says the same of ${fieldOf(field)?.label ?? field}.`
}

type Told = SavedRule & { examples?: string }

const tell = async (by: By, before: Told | undefined, after: Told | undefined) => {
  const told = after ?? before
  if (!told) return
  const name = `${told.field} ${told.condition}`
  const target = { kind: 'validation_rule' as const, id: told.id, name, sender_entity_id: null }
  await recordChange(by.tx, by, { target, before, after, fields: TOLD })
}
