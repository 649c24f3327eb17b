import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { settings } from '#contract/installation/settings.ts'
import { webhooks } from '#contract/webhooks.ts'
import { createWorld, SECRET_KEY } from '../../test/world.ts'
import { secretBox } from '../platform/crypto/secret-box.ts'
import { readSecret } from '../settings/read.ts'
import { makeHook } from '../webhooks/fixtures/keys.ts'
import { rotateKey } from './rotate.ts'

const world = await createWorld({ simulator: true })
const { db, clock } = world
const devi = world.as('devi')
const OTHER_KEY = '1d'.repeat(32)
const SMTP_URL = 'smtp://lulus:geheim@mail.example:587'

const hook = await makeHook(world, 'https://hooks.example/lulus')
await devi.call(webhooks.rotate, { params: { id: hook.id } })
await devi.call(settings.update, { params: { id: 'mail.smtp_url' }, body: { value: SMTP_URL } })

const rotate = (former_key: string, secret_key: string) =>
  rotateKey({ db, former_key, secret_key, now: clock.now() })

/** What only a while is kept, and is made anew or refused once the key is another. */
const KEPT_FOR_A_WHILE = ['authority_tokens.token_sealed', 'first_answers.answer_sealed']

/** Every text of the database that lies sealed, by its place. */
const allSealed = async () => {
  const { rows: columns } = await sql<{ place: string; table: string; column: string }>`
    SELECT table_name || '.' || column_name AS place, table_name AS table, column_name AS column
    FROM information_schema.columns WHERE table_schema = current_schema() AND column_name LIKE '%\\_sealed'
    ORDER BY 1`.execute(db)
  const all = new Map<string, string[]>()
  for (const { place, table, column } of columns) {
    const { rows } = await sql<{ sealed: string }>`
      SELECT ${sql.ref(column)} AS sealed FROM ${sql.table(table)}`.execute(db)
    all.set(
      place,
      rows.map(({ sealed }) => sealed),
    )
  }
  return all
}

const openedWith = async (key: string) => {
  const box = secretBox(key)
  return [...(await allSealed())]
    .filter(([place]) => !KEPT_FOR_A_WHILE.includes(place))
    .map(([place, texts]) => [place, texts.map((sealed) => box.open(sealed)).toSorted()])
}

test('all that lies sealed is sealed with another key, and says what it said', async () => {
  const before = await openedWith(SECRET_KEY)
  expect(before.flatMap(([, texts]) => texts).length).toBeGreaterThan(7)
  clock.advance(60_000)
  expect(await rotate(SECRET_KEY, OTHER_KEY)).toEqual({
    ...{ credentials: 2, certificates: 2, webhooks: 1, settings: 1 },
  })
  expect(await openedWith(OTHER_KEY)).toEqual(before)
  await expect(openedWith(SECRET_KEY)).rejects.toThrow()
  expect(await readSecret({ db, box: secretBox(OTHER_KEY) }, 'mail.smtp_url')).toBe(SMTP_URL)
  const { rows } = await sql`SELECT target_kind, target_name, field, actor_name FROM audit_events
    WHERE at = ${clock.now()}`.execute(db)
  expect(rows).toEqual([
    { target_kind: 'setting', target_name: 'SECRET_KEY', field: 'rotated_at', actor_name: 'Lulus' },
  ])
  await rotate(OTHER_KEY, SECRET_KEY)
})

test('where one of them does not open, nothing is changed', async () => {
  await sql`UPDATE webhooks SET secret_sealed = ${secretBox(OTHER_KEY).seal('of another key')}`.execute(db)
  const before = await allSealed()
  await expect(rotate(SECRET_KEY, OTHER_KEY)).rejects.toThrow(/does not open all .* Nothing was changed\.$/)
  expect(await allSealed()).toEqual(before)
})
