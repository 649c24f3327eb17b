import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '../../src/platform/db/database.ts'
import { createUser } from '../../src/users/create.ts'
import { buildDocument } from '../build.ts'
import { createWorld } from '../world.ts'
import { commandsOn } from './run.ts'

const world = await createWorld({ simulator: true })
const { db } = world
const { run } = await commandsOn(world)
const count = async (table: string) => {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(table)}`.execute(db)
  return rows[0]?.n
}

test('the console removes the demo data, however much they are, once somebody else can administer', async () => {
  await buildDocument(world)
  const locked_out = await run(['demo', 'remove', '--yes'])
  expect(locked_out).toMatchObject({ code: 1, told: expect.stringContaining('users superadmin EMAIL') })

  const nothing = { group_ids: [], sender_entity_ids: [], store_code_ids: [] }
  await inTransaction(db, (tx) =>
    createUser(
      tx,
      {
        ...{ first_name: 'Nurul', last_name: 'Idris', username: 'nurul', email: 'nurul@rimba.example' },
        ...{ access_type: 'superadmin', password_hash: null, origin: 'local', ...nothing },
      },
      world.clock.now(),
    ),
  )
  const asked = await run(['demo', 'remove'])
  expect(asked).toMatchObject({
    code: 0,
    out: expect.stringMatching(/documents 1,.*Nothing was deleted\..*--yes/),
  })
  expect(await count('documents')).toBe(1)

  const removed = await run(['demo', 'remove', '--yes'])
  expect(removed).toMatchObject({ code: 0, told: '', out: expect.stringMatching(/^Deleted: .*documents 1,/) })
  expect([await count('documents'), await count('sender_entities')]).toEqual([0, 0])
  const { rows } =
    await sql`SELECT DISTINCT actor_name FROM audit_events WHERE target_kind = 'demo_data'`.execute(db)
  expect(rows).toEqual([{ actor_name: 'Lulus' }])
  expect(await run(['demo', 'remove'])).toMatchObject({
    code: 0,
    out: 'There is nothing of the demo company.\n',
  })
})
