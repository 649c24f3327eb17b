import type { Caller } from '#domain/access/caller.ts'
import { ACTIONS, type Action, type Answer, may, type PolicySettings } from '#domain/access/policy.ts'
import { type DocumentRow, subjectOf } from './rows.ts'

export type Ability = { ok: boolean; why: string }

export const abilityOf = (answer: Answer): Ability => ({ ok: answer.ok, why: answer.ok ? '' : answer.why })

/** Every action with yes or why not: the sentences which the buttons show. */
export const abilitiesOf = (caller: Caller, row: DocumentRow, now: Date, settings: PolicySettings) =>
  // Object.fromEntries forgets the keys; ACTIONS holds each of them once.
  Object.fromEntries(
    ACTIONS.map((action) => [action, abilityOf(may(caller, action, subjectOf(row), now, settings))]),
  ) as Record<Action, Ability>
