import { type RuleWrite, SHARE_ALONE_MAX, TRIAL_DAYS } from '#contract/shaping/rules.ts'
import type { Caller } from '#domain/access/caller.ts'
import { conflict } from '#domain/problems.ts'
import type { Db } from '../platform/db/database.ts'
import { heldRule } from '../shaping/write-rule.ts'
import { tryRule } from './trial.ts'

type By = { db: Db; caller: Caller; now: Date }

/** Throws conflict `second_person_needed` for a rule that would have stopped too many valid documents. */
export const demandHarmless = async (by: By, rule: RuleWrite): Promise<void> => {
  const { second_person } = await tryRule(by, rule)
  if (!second_person) return
  const share = `more than ${SHARE_ALONE_MAX * 100} % of the valid documents of the last ${TRIAL_DAYS} days`
  throw conflict(
    'second_person_needed',
    `This rule would have stopped ${share}. Another person must approve it: please ask for it with a reason.`,
  )
}

/** The same of another version; other words for the same stop nothing more. Throws not_found too. */
export const demandHarmlessVersion = async (by: By, rule: RuleWrite & { id: string }): Promise<void> => {
  const { condition, value } = await heldRule(by.db, rule.id)
  if (condition !== rule.condition || value !== rule.value) await demandHarmless(by, rule)
}
