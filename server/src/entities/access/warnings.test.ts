import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { entities } from '#contract/entities.ts'
import { DAY_MS } from '#domain/time/units.ts'
import { issuePkcs12, uploadPkcs12 } from '../../../test/certificates.ts'
import { createWorld } from '../../../test/world.ts'
import { openLog } from '../../platform/log/log.ts'
import { logWarnings } from './warnings.ts'

const world = await createWorld({ simulator: true })
const { kinabalu } = world.company.entities

const warnings = async () => (await world.as('devi').call(entities.warnings, {})).body.warnings
const logged = async () => {
  const lines: string[] = []
  const log = openLog('warn', { write: (line: string) => void lines.push(line) })
  await logWarnings({ db: world.db, log, now: world.clock.now() })
  return lines
}

test('nothing is said while every certificate lasts', async () => {
  expect(await warnings()).toEqual([])
  expect(await logged()).toEqual([])
})

test('a certificate that ends soon is told on the screen and in the log, until another one waits', async () => {
  await sql`DELETE FROM entity_certificates WHERE sender_entity_id = ${kinabalu}`.execute(world.db)
  await uploadPkcs12(world, await issuePkcs12(world, { until_days: 61 }))
  expect(await warnings()).toEqual([])
  world.clock.advance(DAY_MS)
  const warning = {
    sender_entity_id: kinabalu,
    name: 'Kinabalu Trading Sdn Bhd',
    environment: 'simulator',
    days_left: 60,
    level: 60,
  }
  expect(await warnings()).toEqual([{ ...warning, not_after: expect.any(String) }])
  expect((await logged()).map((line) => JSON.parse(line))).toMatchObject([
    { ...warning, msg: 'a signing certificate ends soon' },
  ])
  await uploadPkcs12(world, await issuePkcs12(world))
  expect(await warnings()).toEqual([])
})

test('a certificate that ends no later than the one in use is none that takes over: the warning stays', async () => {
  await sql`DELETE FROM entity_certificates WHERE sender_entity_id = ${kinabalu}`.execute(world.db)
  const file = await issuePkcs12(world, { until_days: 20 })
  await uploadPkcs12(world, file)
  expect(await warnings()).toMatchObject([{ days_left: 20 }])
  for (const given of [file, await issuePkcs12(world, { until_days: 20 })]) {
    await uploadPkcs12(world, given)
    expect(await warnings()).toMatchObject([{ days_left: 20 }])
  }
})

test('a certificate that has ended is told until it is replaced, and not for documents that need none', async () => {
  await sql`UPDATE entity_certificates SET not_after = ${world.clock.now()}`.execute(world.db)
  const levels = (await warnings()).map((one: { level: number }) => one.level)
  expect(levels).toEqual([0, 0])
  await sql`UPDATE sender_entities SET document_version = '1.0'`.execute(world.db)
  expect(await warnings()).toEqual([])
})

test('they are for superadmins', async () => {
  expect((await world.as('chong').call(entities.warnings, {})).status).toBe(403)
})
