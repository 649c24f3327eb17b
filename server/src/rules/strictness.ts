import { SHARE_ALONE_MAX, TRIAL_DAYS } from '#contract/shaping/rules.ts'
import { conflict, type ProblemError } from '#domain/problems.ts'
import type { ValidationRule } from '#domain/rules/rule.ts'
import type { CalendarDate } from '#domain/time/dates.ts'
import { beginning, heldRule } from '../shaping/write-rule.ts'
import { type By, seesAll, tryRule } from './trial.ts'

/**
 * The conflict `second_person_needed` of a rule that would have stopped too many valid documents, and of whoever sees
 * not all departments; undefined for others. It is found before the transaction that saves, since it reads very much,
 * and thrown there.
 */
export const strictness = async (by: By, rule: ValidationRule): Promise<ProblemError | undefined> => {
  if (!(await seesAll(by))) return conflict('second_person_needed', NOT_ALL)
  const { second_person } = await tryRule(by, rule)
  if (!second_person) return undefined
  const share = `more than ${SHARE_ALONE_MAX * 100} % of the valid documents of the last ${TRIAL_DAYS} days`
  return conflict(
    'second_person_needed',
    `This rule would have stopped ${share}. Another person must approve it: please ask for it with a reason.`,
  )
}

const NOT_ALL =
  'A rule holds for all departments, and you do not have all of them. Another person must approve it: ' +
  'please ask for it with a reason.'

/**
 * The same of another version; other words for the same stop nothing more, unless it shall begin earlier than what
 * another person approved. Throws not_found.
 */
export const strictnessOfVersion = async (
  by: By,
  rule: ValidationRule & { id: string; active_on?: CalendarDate | null | undefined },
): Promise<ProblemError | undefined> => {
  const { condition, value, active_from } = await heldRule(by.db, rule.id)
  const is_earlier = beginning(rule.active_on ?? null, by.now) < new Date(active_from)
  const is_same = condition === rule.condition && value === rule.value
  return is_same && !is_earlier ? undefined : strictness(by, rule)
}

/**
 * The same of its deletion, which loosens more than any version: of whoever sees not all departments, who may save none
 * alone. Throws not_found.
 */
export const strictnessOfRemoval = async (by: By, id: string): Promise<ProblemError | undefined> => {
  await heldRule(by.db, id)
  return (await seesAll(by)) ? undefined : conflict('second_person_needed', NOT_YOURS_TO_DELETE)
}

const NOT_YOURS_TO_DELETE =
  'A rule holds for all departments, and you do not have all of them. ' +
  'Please ask a superadmin, or somebody who has all of them, to delete it.'
