import { expect, test } from 'vitest'
import { environmentsWith } from '../../widgets/environment-look.ts'
import { emptyForm } from './empty-form.ts'

test.each([
  [true, 'simulator'],
  [false, 'preprod'],
])('the form begins with what is there and puts nothing at stake; a simulator runs: %s', (runs, first) => {
  expect(emptyForm(runs).environment).toBe(first)
  expect(environmentsWith(runs)[0]).toBe(first)
  expect(environmentsWith(runs).at(-1)).toBe('prod')
})
