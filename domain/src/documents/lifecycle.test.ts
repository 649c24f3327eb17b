import { expect, test } from 'vitest'
import { expectGolden, printTable } from '../../test/golden.ts'
import { EVENTS, IN_PROGRESS, isStatus, next, STATUSES, TABS } from './lifecycle.ts'

test('the golden table shows where every event leads from every status', () => {
  const rows = STATUSES.map((status) => [status, ...EVENTS.map((event) => next(status, event) ?? '·')])
  expectGolden('domain/golden/lifecycle.txt', printTable([['status', ...EVENTS], ...rows]))
})

test('every status but the first is reached by some event', () => {
  const reached = new Set(STATUSES.flatMap((status) => EVENTS.map((event) => next(status, event))))
  expect(STATUSES.filter((status) => !reached.has(status))).toEqual([])
})

test('a cancelled document stays cancelled', () => {
  expect(EVENTS.filter((event) => next('User Cancelled', event))).toEqual([])
})

test('a document with an unknown outcome cannot be edited, retried or called refused', () => {
  for (const event of ['edit', 'retry', 'refuse'] as const)
    expect(next('Outcome Unknown', event)).toBeUndefined()
})

test('only approval, proof that nothing arrived, release and retry lead to Approved', () => {
  const leading = EVENTS.filter((event) => STATUSES.some((status) => next(status, event) === 'Approved'))
  expect(leading).toEqual(['approve', 'prove_not_arrived', 'release', 'retry'])
})

test('every status has its place in a tab besides All', () => {
  const { All, ...others } = TABS
  expect(All).toEqual(STATUSES)
  expect(Object.values(others).flat().toSorted()).toEqual([...STATUSES].sort())
  expect(TABS['In Progress']).toBe(IN_PROGRESS)
})

test('only the ten names are statuses', () => {
  expect(STATUSES.every(isStatus)).toBe(true)
  expect(isStatus('approved')).toBe(false)
})
