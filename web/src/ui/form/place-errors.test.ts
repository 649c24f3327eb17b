import { expect, it } from 'vitest'
import { focusFirst, placeErrors } from './place-errors.ts'

/** A form as a page would hold it: its fields in their order, and which of them was focused. */
const buildForm = (...paths: string[]) => {
  const focused: string[] = []
  const fields = paths.map((path) => ({ dataset: { path }, focus: () => focused.push(path) }))
  // All that is asked of a form is its fields.
  return { form: { querySelectorAll: () => fields } as unknown as ParentNode, focused }
}

it('puts messages at their fields and hands back those that would be seen nowhere', () => {
  const { form } = buildForm('name', 'address.city')
  const errors = { 'address.city': ['Too long.', 'No digits.'], tin_no: ['Unknown.'] }
  expect(placeErrors(errors, form)).toEqual({
    placed: { 'address.city': 'Too long. No digits.' },
    homeless: { tin_no: ['Unknown.'] },
  })
  expect(placeErrors(errors, null).homeless).toEqual(errors)
})

it('focuses the first wrong field of the form, not of the answer', () => {
  const { form, focused } = buildForm('name', 'constructor', 'city', 'zipcode')
  focusFirst({ zipcode: 'x', city: 'y' }, form)
  expect(focused).toEqual(['city'])
})
