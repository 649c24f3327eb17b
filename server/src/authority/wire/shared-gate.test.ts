import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { secretBox } from '../../platform/crypto/secret-box.ts'
import type { Db } from '../../platform/db/database.ts'
import { CALLS, type CallName, spacingOf } from './calls.ts'
import type { Gate } from './gate.ts'
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

test('who goes on by itself leaves turns that are not near to people', async () => {
  const { gate, waits } = gateOf(() => 5_000)
  const goOn = () => gate.enter('shared', 'state', 6_000)
  for (const kind of ['turn', 'turn', 'unavailable', 'unavailable'])
    expect(await goOn()).toMatchObject({ kind })
  expect(await gate.enter('shared', 'state')).toMatchObject({ kind: 'turn' })
  expect(waits).toHaveLength(2)
  expect(Math.max(...waits)).toBeLessThanOrEqual(10_000)
})

test('after a 429 nobody calls before the time the authority named', async () => {
  const { gate } = gateOf(() => 10)
  await gate.slowDown('hurried', 'submit', 60_000)
  expect(await gate.enter('hurried', 'submit')).toMatchObject({ kind: 'unavailable' })
})

describe('while only submissions fail', () => {
  const fails = (gate: Gate, client: string) => gate.report(client, 'submit', 'simulator', 'HTTP 503')
  const answers = (gate: Gate, client: string, call: CallName) =>
    gate.report(client, call, 'simulator', undefined)
  /** The time for which a circuit is open has passed. */
  const passTime = () => sql`UPDATE authority_circuits SET open_until = clock_timestamp()`.execute(db)

  test('answers to other calls between them do not keep the circuit from opening, nor close it', async () => {
    const [gate, other] = [gateOf(() => 0).gate, gateOf(() => 0).gate]
    for (let i = 0; i < 4; i++) {
      expect(await gate.enter('deaf', 'submit')).toMatchObject({ kind: 'turn' })
      await fails(gate, 'deaf')
      await other.enter('deaf', 'search')
      await answers(other, 'deaf', 'search')
    }
    expect(await other.enter('deaf', 'submit')).toMatchObject({ kind: 'unavailable' })
    expect(await other.enter('deaf', 'search')).toMatchObject({ kind: 'turn' })
    await answers(gate, 'deaf', 'submit')
    expect(await other.enter('deaf', 'submit')).toEqual({ kind: 'turn', tentative: false })
  })

  test('one goes out to try when the circuit has been open, and the others wait for what becomes of it', async () => {
    const [gate, other] = [gateOf(() => 0).gate, gateOf(() => 0).gate]
    for (let i = 0; i < 4; i++) await fails(gate, 'tried')
    await passTime()
    const tries = await Promise.all([gate, other, gate].map((one) => one.enter('tried', 'submit')))
    expect(tries.map(({ kind }) => kind).sort()).toEqual(['turn', 'unavailable', 'unavailable'])
    await fails(gate, 'tried')
    expect(await other.enter('tried', 'submit')).toMatchObject({ kind: 'unavailable' })
    // Who tried was killed: another one tries.
    await passTime()
    await gate.enter('tried', 'submit')
    await passTime()
    expect(await other.enter('tried', 'submit')).toEqual({ kind: 'turn', tentative: true })
    await answers(other, 'tried', 'submit')
    for (const one of [gate, other])
      expect(await one.enter('tried', 'submit')).toEqual({ kind: 'turn', tentative: false })
  })

  test('little is risked from the first failure on, also by who waited for a turn meanwhile', async () => {
    const sleep = () => fails(gate, 'wary')
    const gate = sharedGate({ db, box, sleep, spacing: () => 1_000 })
    expect(await gate.enter('wary', 'submit')).toEqual({ kind: 'turn', tentative: false })
    expect(await gate.enter('wary', 'submit')).toEqual({ kind: 'turn', tentative: true })
    expect(await gateOf(() => 0).gate.enter('wary', 'submit')).toEqual({ kind: 'turn', tentative: true })
  })
})

test('while other calls fail nothing is submitted, and then little at first', async () => {
  const { gate } = gateOf(() => 0)
  for (let i = 0; i < 4; i++) await gate.report('dead', 'submission', 'simulator', 'HTTP 503')
  expect(await gate.enter('dead', 'submit')).toMatchObject({ kind: 'unavailable' })
  await sql`UPDATE authority_circuits SET open_until = clock_timestamp()`.execute(db)
  expect(await gate.enter('dead', 'submit')).toEqual({ kind: 'turn', tentative: true })
  await gate.report('dead', 'submit', 'simulator', undefined)
  expect(await gate.enter('dead', 'search')).toEqual({ kind: 'turn', tentative: false })
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
