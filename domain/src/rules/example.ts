import type { TaxDocument } from '../documents/document.ts'
import { breachesOf } from './judge.ts'
import type { CompiledRule } from './rule.ts'

/** What a rule should do with an example: let it pass, or stop it. */
export const EXPECTATIONS = ['pass', 'stop'] as const
export type Expectation = (typeof EXPECTATIONS)[number]

/** What became of an example: whether the rule does with it what it should, and its words where it stops it. */
export type Outcome = { holds: boolean; message: string }

/** Asks a rule of an example. Between any two evaluations there may be a pause, so that others are answered. */
export function* runExample(
  rule: CompiledRule,
  { document, expected }: { document: TaxDocument; expected: Expectation },
): Generator<undefined, Outcome> {
  for (const breach of breachesOf(document, [rule])) {
    if (breach) return { holds: expected === 'stop', message: breach.message }
    yield undefined
  }
  return { holds: expected === 'pass', message: '' }
}

/** Why the rule may not be as it is, of an example that does not hold; `name` begins the sentence. */
export const tellBroken = (name: string, expected: Expectation, { message }: Outcome): string =>
  expected === 'pass'
    ? `${name} should pass, but this rule stops it: ${message}`
    : `${name} should be stopped, but this rule lets it pass.`
