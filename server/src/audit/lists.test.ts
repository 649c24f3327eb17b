import { expect, test } from 'vitest'
import { toldList } from './lists.ts'
import { VALUE_LENGTH_MAX } from './record.ts'

const departments = (n: number) =>
  Array.from({ length: n }, (_, at) => ({ id: `${at}`, name: `DEPARTMENT-${at}` }))
const [few, many] = [departments(3), departments(400)]

test('short lists are told whole', () => {
  expect([toldList(few, few.slice(1)), toldList(few.slice(1), few), toldList([], few)]).toEqual([
    ...['DEPARTMENT-0, DEPARTMENT-1, DEPARTMENT-2', 'DEPARTMENT-1, DEPARTMENT-2', ''],
  ])
})

test('of a long list what came or went is told, and how many others there were', () => {
  expect([toldList(many, many.slice(1)), toldList(many.slice(1), many)]).toEqual([
    ...['DEPARTMENT-0 (and 399 others)', '(399 others)'],
  ])
  const [first, ...rest] = many
  expect([toldList(many, first && [first]), toldList(first ? [first] : [], many)]).toEqual([
    ...[expect.stringMatching(/^DEPARTMENT-1, .* \(and 1 other\)$/), '(1 other)'],
  ])
  expect(toldList(many, first && [first]).length).toBeLessThanOrEqual(VALUE_LENGTH_MAX)
  expect([toldList([], rest), toldList(rest, rest)]).toEqual(['', '(399 others)'])
})
