import { textIn, type Version } from '#domain/access/versions.ts'
import { CONDITIONS, compileRule, type ValidationRule } from '#domain/rules/rule.ts'
import { fieldOf } from '#domain/shaping/fields.ts'
import { isCalendarDate, malaysianDate } from '#domain/time/dates.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { examplesOf } from '../shaping/example-rows.ts'
import { findBroken, isSeen } from '../shaping/examples.ts'
import { insertRule, lockRules, newestRules, RULE_COLUMNS } from '../shaping/rule-rows.ts'
import { timedRules } from '../shaping/rules-in-force.ts'
import { beginning, findFull, findTwin, keepVersion } from '../shaping/write-rule.ts'
import type { Kind, Subject } from './kind.ts'

const FIELDS = ['field', 'condition', 'value', 'error_message'] as const

const NOBODYS = { sender_entity_id: null, sender_entity_name: '' }

const all = async (handle: Db | Tx): Promise<Subject[]> => {
  const rows = await newestRules(handle).select(RULE_COLUMNS).select('made_at').execute()
  return rows.map(({ id, field, condition, value, error_message, active_from, made_at }) => ({
    ...{ id, ...NOBODYS },
    version: {
      ...{ field, condition, value, error_message },
      // The day that it was given, so that another one, or none, is a change.
      ...(active_from > made_at && { active_on: malaysianDate(active_from) }),
    },
  }))
}

const find = async (handle: Db | Tx, id: string) => (await all(handle)).find((subject) => subject.id === id)

/** The rule in a version; what was asked was compiled before. */
const ruleIn = (version: Version): ValidationRule => {
  const [field, condition, value, error_message] = FIELDS.map((name) => textIn(version, name))
  const known = CONDITIONS.find((one) => one === condition)
  if (!field || !known || !value || !error_message) throw new Error('A request for a rule is a whole rule.')
  return { field, condition: known, value, error_message }
}

/** Validation rules that would stop so many valid documents that one person may not save them alone. */
export const ruleKind: Kind = {
  noun: 'validation rule',
  id_field: 'rule_id',
  nameOf: (version) => `${fieldOf(textIn(version, 'field'))?.label ?? ''} ${textIn(version, 'condition')}`,
  fields: [...FIELDS, 'active_on'],
  all,
  find,
  lock: lockRules,
  hold: find,
  obstacle: async (handle, { subject, after }, caller) => {
    if (!after) return undefined
    const rule = ruleIn(after)
    if (subject && rule.field !== textIn(subject.version, 'field'))
      return { field: 'field', message: 'The field of a rule cannot be changed.' }
    const made = compileRule(rule)
    if ('refused' in made) return { field: 'value', message: made.refused }
    const full = subject ? undefined : await findFull(handle)
    const examples = subject ? await examplesOf(handle, subject.id) : []
    // Whoever asks would learn of the others by asking; they are run when it is decided.
    const seen = examples.filter((one) => isSeen(one, caller))
    const broken = await findBroken(rule, seen, caller)
    const message = full ?? (await findTwin(handle, rule, subject?.id)) ?? broken
    return message === undefined ? undefined : { field: '', message }
  },
  apply: async (tx, { subject, after }, { now, asked_by, approved_by }) => {
    if (!after) throw new Error('Nobody asks for leave to delete a rule.')
    const { field, ...content } = ruleIn(after)
    const id = subject?.id ?? (await insertRule(tx, field, now))
    const { version = 0 } = subject ? await newest(tx, id) : {}
    const active_on = textIn(after, 'active_on')
    // The day that was asked for may be past when a second person approves.
    const active_from = beginning(isCalendarDate(active_on) ? active_on : null, now)
    const maker = {
      made_by: asked_by.id,
      made_by_name: asked_by.name,
      approved_by_name: approved_by.display_name,
    }
    await keepVersion(tx, { id, version: version + 1, maker, now, active_from }, content)
    return id
  },
  applied: timedRules.forget,
  rights: () => [],
  holders: async () => new Map(),
}

const newest = async (tx: Tx, id: string) =>
  newestRules(tx).select('version').where('validation_rules.id', '=', id).executeTakeFirstOrThrow()
