import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import { buildDocument } from '../../../test/build.ts'
import { scansOf } from '../../../test/plan.ts'
import { createWorld, type Who, type World } from '../../../test/world.ts'
import { readAskedBack } from './asked-back.ts'

/** So many hours are left for each, the newest document first. */
const LEFT = [40, 10, -1, 60, 20, 50, 30]
const OLD = 2_000
const FARMER = { name: 'Kebun Veerasamy', msic_code: '46496', business_description: 'Wholesale' }

let world: World

beforeAll(async () => {
  world = await createWorld({ simulator: true })
  for (const [at, hours] of LEFT.entries()) await askBack(hours, at)
  await askBack(5, 0, { who: 'chong', sender_store_code: 'JHB01' })
  await buildDocument(world, { status: 'Validated' })
})

/** A buyer asks a document back, issued so many days ago, for which so many hours are left. */
const askBack = async (hours: number, days: number, more: Parameters<typeof buildDocument>[1] = {}) => {
  const { id } = await buildDocument(world, { status: 'Validated', ...more })
  const now = world.clock.now()
  const validated_at = new Date(now.getTime() - (72 - hours) * HOUR_MS)
  await sql`UPDATE documents SET reject_requested_at = ${now}, reject_reason = ${`${hours} hours`},
    validated_at = ${validated_at}, invoice_date = invoice_date - ${days}::int WHERE id = ${id}`.execute(
    world.db,
  )
}

const reasonsFor = async (who: Who) => {
  const { body } = await world.as(who).call(documents.askedBack, {})
  return body.requests.map(({ reason }) => reason)
}

test('of all that can still be answered the most urgent come first, however they were issued', async () => {
  expect(await reasonsFor('aminah')).toEqual(['10 hours', '20 hours', '30 hours', '40 hours', '50 hours'])
  const { body } = await world.as('aminah').call(documents.askedBack, {})
  const deadline = new Date(world.clock.now().getTime() + 10 * HOUR_MS).toISOString()
  expect(body.requests[0]).toMatchObject({ deadline, total_payable_amount: expect.any(String) })
})

test('each sees those of their own departments', async () => {
  expect(await reasonsFor('chong')).toEqual(['5 hours'])
  expect((await reasonsFor('devi'))[0]).toBe('5 hours')
})

test('old requests, however many, are not looked at', async () => {
  await sql`INSERT INTO documents SELECT copy.* FROM generate_series(1, ${OLD}::int) AS nr
    JOIN documents AS one ON one.reject_reason = '-1 hours',
    LATERAL jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(), 'authority_uuid', NULL,
      'invoice_number', 'OLD' || nr, 'content', '{}'::jsonb)) AS copy`.execute(world.db)
  await sql`ANALYZE documents`.execute(world.db)
  const caller = await world.callerOf('aminah')
  const scans = await scansOf(world.db, 'documents', (db) =>
    readAskedBack({ db, caller, now: world.clock.now() }),
  )
  expect(scans.length).toBeGreaterThan(0)
  for (const { scan, read, text } of scans) {
    expect(scan, text).not.toBe('Seq Scan')
    expect(read, text).toBeLessThan(20)
  }
})

test('a self-billed document is asked back by its supplier', async () => {
  await askBack(2, 0, { invoice_type: '11', customer: FARMER })
  const { body } = await world.as('aminah').call(documents.askedBack, {})
  expect(body.requests[0]).toMatchObject({ reason: '2 hours', asked_by: FARMER.name })
  expect(body.requests[1]).toMatchObject({ reason: '10 hours', asked_by: 'Perniagaan Seri Jaya Sdn Bhd' })
})
