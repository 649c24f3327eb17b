import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { MINUTE_MS } from '#domain/time/units.ts'
import { buildDocument } from '../../../test/build.ts'
import { scansOf } from '../../../test/plan.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { sharedGate } from '../../authority/wire/shared-gate.ts'
import { giveSign } from '../comparing/silence.ts'
import { SYSTEM } from '../life/transition.ts'
import { troublesOf } from './troubles.ts'
import { workerIsThere } from './worker-sign.ts'

/** So many wait of each of these, and nobody counts them to the last one. */
const HELD = 3_000
const COUNTED_MAX = 1_000

let world: World

beforeAll(async () => {
  world = await createWorld({ simulator: true })
})

test('four failures in a row are told to everybody, and one answer ends it', async () => {
  const gate = sharedGate({ db: world.db, box: world.box, sleep: (ms) => sleep(ms), spacing: () => 0 })
  // It is asked about, and sent by nobody: it does not wait.
  await buildDocument(world, { status: 'Outcome Unknown' })
  await buildDocument(world, { status: 'Approved' })
  const held = await buildDocument(world, { status: 'Approved' })
  expect(
    await world
      .as('bakri')
      .call(documents.hold, { params: { uuid: held.id }, body: { reason: 'Ask the buyer' } }),
  ).toMatchObject({
    status: 200,
  })
  for (let i = 0; i < 3; i++) await gate.report('client', 'submit', 'simulator', 'HTTP 503')
  expect((await world.as('gita').call(documents.troubles, {})).body).toMatchObject({ troubles: [] })
  expect(await gate.enter('client', 'submit')).toMatchObject({ kind: 'turn' })

  await gate.report('client', 'submit', 'simulator', 'HTTP 503')
  const told = { environment: 'simulator', why: 'HTTP 503', since: expect.any(String) }
  expect((await world.as('gita').call(documents.troubles, {})).body).toMatchObject({
    troubles: [{ ...told, waiting: 1, more: false }],
  })
  expect((await world.as('chong').call(documents.troubles, {})).body).toMatchObject({
    troubles: [{ ...told, waiting: 0, more: false }],
  })
  expect(await gate.enter('client', 'submit')).toMatchObject({ kind: 'unavailable' })
  expect(await gate.enter('another client', 'submit')).toMatchObject({ kind: 'turn' })

  await gate.report('client', 'submit', 'simulator', undefined)
  expect((await world.as('gita').call(documents.troubles, {})).body).toMatchObject({ troubles: [] })
  expect(await gate.enter('client', 'submit')).toMatchObject({ kind: 'turn' })
})

test('trouble is told while somebody tries: what nobody has tried for a quarter of an hour may be over', async () => {
  const gate = sharedGate({ db: world.db, box: world.box, sleep: (ms) => sleep(ms), spacing: () => 0 })
  for (let i = 0; i < 4; i++) await gate.report('client', 'submit', 'simulator', 'HTTP 503')
  const after = async (minutes: number) => {
    const passed = sql`clock_timestamp() - ${minutes} * interval '1 minute'`
    await sql`UPDATE authority_circuits SET open_until = ${passed}`.execute(world.db)
    return (await world.as('gita').call(documents.troubles, {})).body?.troubles.length
  }
  expect([await after(14), await after(16)]).toEqual([1, 0])
})

test('that no worker runs is told to everybody after five minutes, and until one runs', async () => {
  const told = async () => (await world.as('gita').call(documents.troubles, {})).body.worker
  expect(await told()).toEqual({ since: null })
  await giveSign(world.engine)
  const since = world.clock.now()
  world.clock.advance(4 * MINUTE_MS)
  expect(await told()).toBeNull()
  world.clock.advance(2 * MINUTE_MS)
  const at = (await told())?.since ?? ''
  expect(Math.abs(new Date(at).getTime() - since.getTime())).toBeLessThan(MINUTE_MS)
  expect(await workerIsThere(world)).toBe(false)
  await giveSign(world.engine)
  expect([await told(), await workerIsThere(world)]).toEqual([null, true])
})

test.each(['aminah', 'devi'] as const)('however many wait, few of them are looked at for %s', async (who) => {
  const gate = sharedGate({ db: world.db, box: world.box, sleep: (ms) => sleep(ms), spacing: () => 0 })
  for (let i = 0; i < 4; i++) await gate.report('client', 'submit', 'simulator', 'HTTP 503')
  const { id } = await buildDocument(world, { status: 'Approved' })
  await addHeld(id)
  const caller = await world.callerOf(who)
  const told = { environment: 'simulator', waiting: COUNTED_MAX, more: true }
  expect(await troublesOf({ db: world.db, caller })).toMatchObject({ troubles: [told] })
  const scans = await scansOf(world.db, 'documents', (db) => troublesOf({ db, caller }))
  expect(scans.length).toBeGreaterThan(0)
  for (const { scan, entered, read, text } of scans) {
    expect(scan, text).toBe('Index Scan')
    expect(entered, text).toMatch(/store_code_id.*status/s)
    expect(read, text).toBeLessThan(COUNTED_MAX + 10)
  }
})

/** Of a document so many that the server holds, and as many that went long ago. */
const addHeld = async (id: string) => {
  await sql`INSERT INTO documents SELECT copy.* FROM generate_series(1, ${2 * HELD}::int) AS nr
    JOIN documents AS one ON one.id = ${id},
    LATERAL jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(), 'content', '{}'::jsonb,
      'invoice_number', one.invoice_number || '-' || nr,
      'status', CASE WHEN nr % 2 = 0 THEN 'OnHold' ELSE 'Validated' END)) AS copy`.execute(world.db)
  await sql`INSERT INTO document_history OVERRIDING SYSTEM VALUE
    SELECT line.* FROM document_history AS one, documents AS held,
      LATERAL jsonb_populate_record(one, jsonb_build_object('document_id', held.id, 'event', 'hold',
        'id', nextval(pg_get_serial_sequence('document_history', 'id')), 'actor_id', NULL,
        'actor_name', ${SYSTEM.actor_name}::text)) AS line
    WHERE one.id = (SELECT min(id) FROM document_history WHERE document_id = ${id}) AND held.status = 'OnHold'`.execute(
    world.db,
  )
  await sql`ANALYZE`.execute(world.db)
}
