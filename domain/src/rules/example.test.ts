import { expect, test } from 'vitest'
import { buildDocument, buildLine } from '../../test/build.ts'
import type { DocumentEntry } from '../documents/document.ts'
import { type Expectation, type Outcome, runExample, tellBroken } from './example.ts'
import { compileRule, type ValidationRule } from './rule.ts'

/** What comes of it, and after how many evaluations that stopped nothing. */
const run = (rule: Pick<ValidationRule, 'field' | 'condition' | 'value'>, of: Partial<DocumentEntry>) => {
  const compiled = compileRule({ ...rule, error_message: 'Not so.' })
  if ('refused' in compiled) throw new Error(compiled.refused)
  return (expected: Expectation): { outcome: Outcome; pauses: number } => {
    const steps = runExample(compiled, { document: buildDocument(of), expected })
    for (let pauses = 0; ; pauses += 1) {
      const step = steps.next()
      if (step.done) return { outcome: step.value, pauses }
    }
  }
}
const AGENT = { field: 'agent_number', condition: 'regex', value: 'A-[0-9]+' } as const

test('an example holds where the rule does with it what it should', () => {
  const good = run(AGENT, { agent_number: 'A-1' })
  const bad = run(AGENT, { agent_number: 'B' })
  expect(good('pass').outcome).toEqual({ holds: true, message: '' })
  expect(good('stop').outcome).toEqual({ holds: false, message: '' })
  expect(bad('stop').outcome).toEqual({ holds: true, message: 'Not so.' })
  expect(bad('pass').outcome).toEqual({ holds: false, message: 'Not so.' })
})

test('of many lines it is asked one by one, up to the first that breaks it', () => {
  const items = ['9', '8', '1', '7'].map((quantity) => buildLine({ quantity }))
  const of_lines = { field: 'items.quantity', condition: '>', value: '5' } as const
  expect(run(of_lines, { items })('stop')).toEqual({
    outcome: { holds: true, message: 'Not so.' },
    pauses: 2,
  })
})

test('a formula without an answer stops, and says why', () => {
  const asks = { field: 'agent_number', condition: 'formula', value: 'decimal(agent_number) > 1' } as const
  expect(run(asks, { agent_number: 'x' })('pass').outcome).toEqual({
    holds: false,
    message: 'Not so. (The rule has no answer here: a text is no number.)',
  })
})

test('one that does not hold is named, with what the rule does', () => {
  expect(tellBroken('The example INV-7', 'pass', { holds: false, message: 'Not so.' })).toBe(
    'The example INV-7 should pass, but this rule stops it: Not so.',
  )
  expect(tellBroken('The example INV-7', 'stop', { holds: false, message: '' })).toBe(
    'The example INV-7 should be stopped, but this rule lets it pass.',
  )
})
