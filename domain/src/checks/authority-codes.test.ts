import { describe, expect, test } from 'vitest'
import { ERROR_CODES, keyOf } from '#codes/error-codes.ts'
import { EXAMPLES } from '../../test/examples/all.ts'
import { expectGolden, printTable } from '../../test/golden.ts'
import { CHECKS } from './all.ts'

/** What the types cannot know: a code has one word, and it is one of the three. */
const wordsOf = (row: object) =>
  ['checked_here', 'only_lhdn_knows', 'not_simulated'].filter((word) => Object.hasOwn(row, word))

test('every code of the authority has a name of its own and one word', () => {
  const keys = ERROR_CODES.map(keyOf)
  expect(new Set(keys).size).toBe(keys.length)
  expect(ERROR_CODES.filter((row) => wordsOf(row).length !== 1).map(keyOf)).toEqual([])
})

describe.each(ERROR_CODES.flatMap((row) => ('checked_here' in row ? [[keyOf(row), row] as const] : [])))(
  '%s is checked here',
  (_, { checked_here, field }) => {
    test.each(checked_here)('by %s, which has examples of its own', (code) => {
      expect(CHECKS.map((check) => check.code)).toContain(code)
      const { passes = [], fails = [] } = EXAMPLES[code] ?? {}
      expect(passes.length).toBeGreaterThan(0)
      const at = fails.map(([path]) => path.split('.').at(-1))
      expect(field === undefined ? at.length > 0 : at.includes(field)).toBe(true)
    })
  },
)

/** Channels and fine points of certificates, what is never said today, and a call that nobody lacks. */
const NEVER_PLAYED_MAX = 11

test('few codes cannot be played, and say why', () => {
  const never = ERROR_CODES.flatMap((row) => ('not_simulated' in row ? [row.not_simulated] : []))
  expect(never.length).toBeLessThanOrEqual(NEVER_PLAYED_MAX)
  for (const why of never) expect(why).toMatch(/^.{20,}$/)
})

test('the golden board says of every code who can know that it will come', () => {
  const rows = ERROR_CODES.map((row) => {
    if ('checked_here' in row) return [keyOf(row), row.validator, 'checked here', row.checked_here.join(' ')]
    if ('only_lhdn_knows' in row)
      return [keyOf(row), row.validator, 'only LHDN can know', row.only_lhdn_knows]
    return [keyOf(row), row.validator, 'only LHDN can know, not simulated', row.not_simulated]
  })
  expectGolden(
    'docs/authority-codes.txt',
    printTable([['code', 'validator', 'word', 'checks or why'], ...rows]),
  )
})
