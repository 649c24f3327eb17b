import { expect, it } from 'vitest'
import type { SavedRule } from '#contract/shaping/rules.ts'
import { draftOf } from './content.ts'

const NEW_YEAR = '2026-12-31T16:00:00.000Z'
const rule: SavedRule = {
  ...{ id: 'r1', field: 'customer.email', condition: 'regex', value: '.+', error_message: 'No address.' },
  ...{ version: 1, active_from: NEW_YEAR },
}

it.each([
  ['its day while that lies ahead', '2026-12-31T15:59:59.000Z', '2027-01-01'],
  ['nothing once it has begun', NEW_YEAR, ''],
])('the form of a rule begins with %s', (_what, now, active_on) => {
  const { id: _, version: __, active_from: ___, ...content } = rule
  expect(draftOf(rule, new Date(now))).toEqual({ ...content, active_on, examples: undefined })
})

it('the form of a new rule begins empty', () => {
  expect(draftOf(undefined, new Date(NEW_YEAR))).toMatchObject({ field: '', active_on: '' })
})
