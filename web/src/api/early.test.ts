import { afterEach, expect, it, vi } from 'vitest'
import { takeEarly } from './early.ts'

const ADDRESS = '/api/v1/user-profile/'
const answer = Promise.resolve(new Response('{}'))
const ask = () => vi.stubGlobal('early', { token: 'hers', answers: new Map([[ADDRESS, answer]]) })
afterEach(() => {
  vi.unstubAllGlobals()
})

it('gives an answer once, and only what was asked for', () => {
  vi.stubGlobal('performance', { now: () => 9_000 })
  expect(takeEarly(ADDRESS, 'hers')).toBeUndefined()
  ask()
  expect(takeEarly('/api/v1/other/', 'hers')).toBeUndefined()
  expect(takeEarly(ADDRESS, 'hers')).toBe(answer)
  expect(takeEarly(ADDRESS, 'hers')).toBeUndefined()
})

it('gives nobody what was asked for another, nor anybody what is old', () => {
  vi.stubGlobal('performance', { now: () => 9_000 })
  ask()
  expect(takeEarly(ADDRESS, 'his')).toBeUndefined()
  ask()
  expect(takeEarly(ADDRESS, null)).toBeUndefined()
  ask()
  vi.stubGlobal('performance', { now: () => 11_000 })
  expect(takeEarly(ADDRESS, 'hers')).toBeUndefined()
})
