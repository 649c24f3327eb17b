import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { apiKeys } from '#contract/people/api-keys.ts'
import { sentenceOf } from '#domain/notifications/sentences.ts'
import { createWorld } from '../../test/world.ts'
import { ENTITIES } from '../demo/company.ts'
import { itemsOf } from './fixtures/hearing.ts'
import { lookAtKeys } from './hearing/keys.ts'

const world = await createWorld()
const { db, clock, engine } = world
await sql`UPDATE api_keys SET revoked_at = created_at`.execute(db)

const makeKey = async (expires_on: string) => {
  const { body } = await world.as('devi').call(apiKeys.create, {
    body: {
      ...{ name: 'Tills', sender_entity_code: ENTITIES.kinabalu.entity_code, store_codes: ['KUL01'] },
      ...{ flags: ['can_create_invoice'], expires_on },
    },
  })
  return body.id
}

/** Up to this instant, Malaysian time. */
const at = (moment: string) => clock.advance(Date.parse(`${moment}+08:00`) - clock.now().getTime())
const told = async () => {
  await lookAtKeys(engine)
  expect(await itemsOf(world, 'aminah'), 'it is for superadmins').toEqual([])
  return (await itemsOf(world, 'devi')).map((item) => ({ seq: item.newest_seq, words: sentenceOf(item) }))
}

test('superadmins are told of an API key a month, a week and a day before it ends, and once it has', async () => {
  await makeKey('2026-12-31')
  at('2026-12-01T23:59:59')
  expect(await told()).toEqual([])
  const seen: number[] = []
  for (const moment of ['2026-12-02T00:00:00', '2026-12-25T00:00:00', '2026-12-31T00:00:00']) {
    at(moment)
    const [item, ...more] = await told()
    const words = 'The API key Tills of Kinabalu Trading Sdn Bhd works until 31 Dec 2026.'
    expect([item?.words, more]).toEqual([words, []])
    expect(await told(), 'it is told once').toEqual([item])
    seen.push(item?.seq ?? 0)
  }
  at('2027-01-01T00:00:00')
  const [ended] = await told()
  expect(ended?.words).toBe(
    'The API key Tills of Kinabalu Trading Sdn Bhd has expired; programs that use it are refused.',
  )
  expect(new Set([...seen, ended?.seq]).size, 'each step is news').toBe(4)
  at('2027-01-08T00:00:00')
  expect(await told()).toEqual([])
})

test('one that is revoked is told of no more, and one made for a few days not as soon as it is made', async () => {
  const id = await makeKey('2027-01-11')
  expect(await told()).toEqual([])
  at('2027-01-11T00:00:00')
  expect(await told()).toHaveLength(1)
  await world.as('devi').call(apiKeys.revoke, { params: { id } })
  expect(await told()).toEqual([])
})
