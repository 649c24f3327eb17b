import { expect, it } from 'vitest'
import { calmed, stayPut } from './calm-rows.ts'

type Row = { id: string; status: string }
const rows = (text: string): Row[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((one) => ({ id: one.charAt(0), status: one.slice(1) }))
const keyOf = ({ id }: Row) => id
const written = (all: readonly Row[]) => all.map(({ id, status }) => id + status).join(' ')

it.each([
  ['what changed says so in its place', 'a1 b1 c1', 'a1 b2 c1', 'a1 b2 c1', '', 0],
  ['what is new waits', 'a1 b1', 'n1 a1 b1', 'a1 b1', '', 1],
  ['what is gone stays as it was, and is marked', 'a1 b1', 'b2', 'a1 b2', 'a', 0],
  ['another order waits too', 'a1 b1 c1', 'c1 a2 b1 n1 m1', 'a2 b1 c1', '', 2],
  ['all may go', 'a1 b1', '', 'a1 b1', 'a b', 0],
])('%s', (_, standing, now, shown, gone, more) => {
  const calm = calmed(rows(standing), rows(now), keyOf)
  expect([written(calm.rows), [...calm.gone].join(' '), calm.more]).toEqual([shown, gone, more])
})

it.each([
  ['a1 b1', 'a2 b2', true],
  ['a1 b1', 'a1 b1 c1', true],
  ['a1 b1', 'b1 a1', false],
  ['a1 b1', 'n1 a1 b1', false],
  ['a1 b1', 'a1', false],
  ['', 'a1', true],
])('from %s to %s nothing moves: %s', (standing, now, put) => {
  expect(stayPut(rows(standing), rows(now), keyOf)).toBe(put)
})
