import type { Caller } from '#domain/access/caller.ts'
import type { TaxDocument } from '#domain/documents/document.ts'
import { conflict } from '#domain/problems.ts'
import { type Expectation, type Outcome, runExample, tellBroken } from '#domain/rules/example.ts'
import { type CompiledRule, compileRule, type ValidationRule } from '#domain/rules/rule.ts'
import { storeIds } from '../access/scope.ts'
import { takeTurn } from '../platform/turns/take-turn.ts'

/** A document as an example of a rule, with whose it is. */
export type Example = {
  expected: Expectation
  content: TaxDocument
  invoice_number: string
  store_code_id: string
}

/** All examples of a rule are judged in so long; a hostile rule over long documents is refused. */
const JUDGED_MS_MAX = 2_000
/** Others are answered after so long. */
const TURN_MS = 5

/** What a rule does with each example, in their order. Throws conflict `examples_too_slow`. */
export const outcomesOf = async (
  rule: CompiledRule,
  examples: readonly Pick<Example, 'content' | 'expected'>[],
  judged_ms_max = JUDGED_MS_MAX,
): Promise<Outcome[]> => {
  const until_ms = performance.now() + judged_ms_max
  const outcomes: Outcome[] = []
  for (const { content: document, expected } of examples)
    outcomes.push(await inTurn(runExample(rule, { document, expected }), until_ms))
  return outcomes
}

const inTurn = async (steps: Generator<undefined, Outcome>, until_ms: number): Promise<Outcome> => {
  let since_ms = performance.now()
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    const now_ms = performance.now()
    if (now_ms > until_ms) throw conflict('examples_too_slow', TOO_SLOW)
    if (now_ms - since_ms < TURN_MS) continue
    await takeTurn()
    since_ms = performance.now()
  }
}

const TOO_SLOW =
  'It takes too long to try this rule on its examples. Please choose shorter documents for them.'

/**
 * Why a rule may not be saved: the first example that does not hold. Those that the caller may see come first, by their
 * invoice number; of another only its place is told. Undefined where all hold. Throws conflict `examples_too_slow`.
 */
export const findBroken = async (
  rule: ValidationRule,
  examples: readonly Example[],
  caller: Caller,
): Promise<string | undefined> => {
  const compiled = compileRule(rule)
  if ('refused' in compiled || examples.length === 0) return undefined
  const outcomes = await outcomesOf(compiled, examples)
  const broken = examples.flatMap((example, at) => {
    const outcome = outcomes[at]
    return outcome && !outcome.holds ? { ...example, outcome, nr: at + 1 } : []
  })
  const seen = broken.find((one) => isSeen(one, caller))
  if (seen) return tellBroken(`The example ${seen.invoice_number}`, seen.expected, seen.outcome)
  return broken[0] && `This rule does not do with example ${broken[0].nr} what it should.`
}

/** Whether somebody may see of which document an example is. */
export const isSeen = ({ store_code_id }: Pick<Example, 'store_code_id'>, caller: Caller) => {
  const scope = storeIds(caller)
  return scope === 'all' || scope.includes(store_code_id)
}
