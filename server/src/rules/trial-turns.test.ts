import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changeRequests } from '#contract/people/change-requests.ts'
import { rules } from '#contract/shaping/rules.ts'
import { createWorld, type Who } from '../../test/world.ts'
import { openDoors } from '../platform/http/admission.ts'

/** Nobody is turned away for a machine that has much to do. */
const ordinary = {
  ...{ at_once: 16, own_at_once: 12, crowds: [20, 100] },
  ...{ wait_ms_max: 60_000, waiting_max: 1_000, own_waiting_max: 200 },
}
const world = await createWorld({ doors: openDoors({ ordinary }) })

const RULE = { field: 'document_remarks', condition: 'regex', value: 'A.*', error_message: 'No remarks.' }
const tryOn = (who: Who) => world.as(who).callWrongly(rules.trial, { body: RULE })
const listed = async (who: Who) => (await world.as(who).call(rules.list, { query: {} })).status

/** Does something while no trial comes to its end. */
const whileTrialsWait = (work: () => Promise<void>) =>
  world.db.connection().execute(async (session) => {
    await sql`BEGIN`.execute(session)
    await sql`LOCK TABLE document_orders IN ACCESS EXCLUSIVE MODE`.execute(session)
    await work()
    await sql`COMMIT`.execute(session)
  })

const statuses = async (trials: readonly ReturnType<typeof tryOn>[]) =>
  (await Promise.all(trials)).map(({ status }) => status)

test('whoever tries rules keeps nobody out while the trials wait for their turn', async () => {
  const trials: ReturnType<typeof tryOn>[] = []
  await whileTrialsWait(async () => {
    for (const who of ['devi', 'farid'] as const) for (let n = 0; n < 10; n++) trials.push(tryOn(who))
    expect(await listed('devi')).toBe(200)
    expect(await listed('farid')).toBe(200)
  })
  expect(await statuses(trials)).toEqual(Array(20).fill(200))
})

test('of one person so many wait and no more, and others have their turn all the same', async () => {
  const trials: ReturnType<typeof tryOn>[] = []
  await whileTrialsWait(async () => {
    for (let n = 0; n < 22; n++) trials.push(tryOn('devi'))
    const refused = await Promise.race(trials)
    expect([refused.status, refused.headers['retry-after'], refused.body.code]).toEqual([
      429,
      '2',
      'too_many',
    ])
    trials.push(tryOn('farid'))
  })
  expect((await statuses(trials)).toSorted()).toEqual([...Array(22).fill(200), 429])
})

const ask = (value: string, key: string) =>
  world
    .as('ezra')
    .callWrongly(
      rules.ask,
      { body: { ...RULE, value, reason: 'Head office.' } },
      { headers: { 'idempotency-key': key } },
    )

test('a request that comes again is answered what it was, and nothing is tried for it', async () => {
  const first = await ask('B.*', 'again')
  expect(first.status, first.text).toBe(201)
  await whileTrialsWait(async () => {
    expect(await ask('B.*', 'again')).toMatchObject({ status: 201, text: first.text })
  })
})

test('a request for which no trial has its turn is stored without one', async () => {
  const trials: ReturnType<typeof tryOn>[] = []
  await whileTrialsWait(async () => {
    for (let n = 0; n < 22; n++) trials.push(tryOn('ezra'))
    expect((await Promise.race(trials)).status).toBe(429)
    const asked = await ask('C.*', 'busy')
    expect(asked.status, asked.text).toBe(201)
    const { body } = await world.as('devi').call(changeRequests.list, { query: {} })
    expect(body.find(({ id }) => id === asked.body.id)).toMatchObject({ trial: null })
  })
  await statuses(trials)
})
