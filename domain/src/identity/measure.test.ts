import { expect, test } from 'vitest'
import { buildDocument } from '../../test/build.ts'
import { type Buyer, cleanBuyers, faultyBuyers } from '../../test/buyers.ts'
import { checkDocument, warningsOf } from '../checks/all.ts'
import { normaliseIdentity } from './normalise.ts'

const TODAY = { today: '2026-11-21' }
const SEED = 2_026

const judge = ({ kind, identity }: Buyer) => {
  const { party, changes } = normaliseIdentity(identity)
  const document = buildDocument({ customer: { ...buildDocument().customer, ...party } })
  const refused = checkDocument(document, TODAY)
  const warned = warningsOf(document, TODAY)
  return { kind, identity, changes, refused, warned }
}

const countOf = <T extends { kind: string }>(judged: readonly T[]) =>
  Object.fromEntries(
    [...new Set(judged.map(({ kind }) => kind))].map((kind) => [
      kind,
      judged.filter((one) => one.kind === kind).length,
    ]),
  )

test('of 448 buyers as they were rejected at least 95 in 100 are caught before approval', () => {
  const judged = faultyBuyers(SEED).map(judge)
  expect(judged).toHaveLength(448)
  const uncaught = judged.filter(
    ({ changes, refused, warned }) => changes.length + refused.length + warned.length === 0,
  )
  expect(countOf(uncaught)).toEqual({})
  // Mended or refused, without leaning on anybody who reads warnings.
  const stopped = judged.filter(({ changes, refused }) => changes.length + refused.length > 0)
  expect(stopped.length / judged.length).toBeGreaterThanOrEqual(0.95)
  const mended = judged.filter(({ changes, refused }) => changes.length > 0 && refused.length === 0)
  expect(countOf(mended)).toEqual({
    'an NRIC with hyphens': 82,
    'pasted with the TIN': 8,
    'pasted with the number': 4,
    'in small letters': 4,
    'an old prefix': 4,
    'without the last zero': 4,
  })
})

test('of 2,000 clean buyers of all kinds none is refused, changed or warned of', () => {
  const judged = cleanBuyers(SEED).map(judge)
  expect(judged).toHaveLength(2_000)
  expect(judged.filter(({ refused }) => refused.length > 0)).toEqual([])
  expect(judged.filter(({ changes }) => changes.length > 0)).toEqual([])
  expect(judged.filter(({ warned }) => warned.length > 0)).toEqual([])
})
