import type { TaxDocument } from '#domain/documents/document.ts'
import { type Breach, breachesOf } from '#domain/rules/judge.ts'
import { type CompiledRule, compileRule } from '#domain/rules/rule.ts'
import type { Db } from '../platform/db/database.ts'
import { rememberedRead } from '../platform/db/remembered.ts'
import { takeTurn } from '../platform/turns/take-turn.ts'
import { RULE_COLUMNS, ruleVersions } from './rule-rows.ts'

/** A rule by which documents are checked now, and which version of it that is. */
export type RuleInForce = CompiledRule & { id: string; version: number }

/** Other processes learn of a change after this time. */
const REMEMBERED_MS_MAX = 2_000
/** Others are answered after so long. */
const TURN_MS = 5

type Timed = { rule: RuleInForce; from: Date; until: Date | null }

/** What is in force from `now` on, and what will be. */
const readTimed = async (db: Db, now: Date): Promise<Timed[]> => {
  const rows = await ruleVersions(db)
    .where((eb) => eb.or([eb('active_until', 'is', null), eb('active_until', '>', now)]))
    .select([...RULE_COLUMNS, 'validation_rule_versions.active_until'])
    .orderBy('validation_rules.created_at')
    .orderBy('validation_rules.id')
    .execute()
  return rows.map(({ active_from, active_until, ...row }) => ({
    rule: inForce(row),
    from: active_from,
    until: active_until,
  }))
}

type Row = Parameters<typeof compileRule>[0] & { id: string; version: number }

/** A version of a rule as it is asked. */
export const inForce = (row: Row): RuleInForce => ({ ...row, ...compiled(row) })

/** A rule that could be compiled once, and cannot be any more, is not passed over: it holds for no document. */
const compiled = (row: Parameters<typeof compileRule>[0]): CompiledRule => {
  const made = compileRule(row)
  return 'refused' in made
    ? { ...row, formula: { names: new Set(), ask: () => ({ holds: false, no_answer: made.refused }) } }
    : made
}

/** To be forgotten after each change. */
export const timedRules = rememberedRead(readTimed, REMEMBERED_MS_MAX)

/** The rules by which a document is checked that comes now, in the order in which they were made. */
export const rulesInForce = async (db: Db, now: Date): Promise<RuleInForce[]> =>
  (await timedRules.current(db, now))
    .filter(({ from, until }) => from <= now && (until === null || until > now))
    .map(({ rule }) => rule)

/** What a document breaks; others are answered in between. */
export const breachesInTurn = async <R extends CompiledRule>(
  document: TaxDocument,
  rules: readonly R[],
): Promise<Breach<R>[]> => {
  const found: Breach<R>[] = []
  let since_ms = performance.now()
  for (const breach of breachesOf(document, rules)) {
    if (breach) found.push(breach)
    if (performance.now() - since_ms < TURN_MS) continue
    await takeTurn()
    since_ms = performance.now()
  }
  return found
}
