import type { Answer } from '#domain/access/answer.ts'

export type Ability = { ok: boolean; why: string }

export const abilityOf = (answer: Answer): Ability => ({ ok: answer.ok, why: answer.ok ? '' : answer.why })

/** Every action with yes or why not: the sentences which the buttons show. */
export const abilitiesOf = <A extends string>(
  actions: readonly A[],
  answerTo: (action: A) => Answer,
): Record<A, Ability> =>
  // Object.fromEntries forgets the keys; `actions` holds each of them once.
  Object.fromEntries(actions.map((action) => [action, abilityOf(answerTo(action))])) as Record<A, Ability>
