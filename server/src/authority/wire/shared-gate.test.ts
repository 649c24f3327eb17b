import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { secretBox } from '../../platform/crypto/secret-box.ts'
import type { Db } from '../../platform/db/database.ts'
import { CALLS, spacingOf } from './calls.ts'
import { sharedGate } from './shared-gate.ts'

let db: Db
const box = secretBox('ab'.repeat(32))

beforeAll(async () => {
  db = (await testDatabase()).db
})

/** A gate that notes its waits instead of waiting. */
const gateOf = (spacing: (call: string) => number) => {
  const waits: number[] = []
  const sleep = async (ms: number) => {
    waits.push(ms)
  }
  return { gate: sharedGate({ db, box, sleep, spacing }), waits }
}

test('two processes together keep the distance between calls', async () => {
  const [first, second] = [gateOf(() => 1_000), gateOf(() => 1_000)]
  for (let i = 0; i < 3; i++) {
    await first.gate.enter('paced', 'submit')
    await second.gate.enter('paced', 'submit')
  }
  const waits = [...first.waits, ...second.waits].sort((a, b) => a - b)
  expect(waits).toHaveLength(5)
  waits.forEach((wait, i) => {
    expect(wait).toBeGreaterThan((i + 1) * 1_000 - 500)
    expect(wait).toBeLessThanOrEqual((i + 1) * 1_000)
  })
})

test('clients and calls have turns of their own', async () => {
  const { gate, waits } = gateOf(() => 10_000)
  await gate.enter('one', 'submit')
  await gate.enter('two', 'submit')
  await gate.enter('one', 'search')
  expect(waits).toEqual([])
})

test('a turn that is far off is not waited for, nor taken', async () => {
  const { gate, waits } = gateOf(() => 15_000)
  await gate.enter('far', 'state')
  await gate.enter('far', 'state')
  expect(await gate.enter('far', 'state')).toMatchObject({ kind: 'unavailable', retry_after_ms: 20_000 })
  expect(waits).toHaveLength(1)
})

test('after a 429 nobody calls before the time the authority named', async () => {
  const { gate } = gateOf(() => 10)
  await gate.slowDown('hurried', 'submit', 60_000)
  expect(await gate.enter('hurried', 'submit')).toMatchObject({ kind: 'unavailable' })
})

test('the published limits are never exceeded in any minute', () => {
  for (const [call, per_minute] of Object.entries(CALLS)) {
    // The keys are those of CALLS.
    expect(Math.floor(60_000 / spacingOf(call as keyof typeof CALLS)) + 1).toBeLessThanOrEqual(per_minute)
  }
})

test('a token is shared sealed, and dropped for all', async () => {
  const [first, second] = [gateOf(() => 0).gate, gateOf(() => 0).gate]
  const held = { token: 'a token', until: new Date('2026-07-15T05:00:00Z') }
  await first.writeToken('shared', held)
  expect(await second.readToken('shared')).toEqual(held)
  await second.writeToken('shared', undefined)
  expect(await first.readToken('shared')).toBeUndefined()
})
