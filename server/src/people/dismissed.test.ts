import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { users } from '#contract/people/users.ts'
import { beginCall } from '../../test/calls/late-call.ts'
import { createWorld } from '../../test/world.ts'
import type { Db } from '../platform/db/database.ts'

it('a superadmin who is dismissed while a call of theirs arrives does nothing more by it', async () => {
  const world = await createWorld()
  const { devi } = world.company.users
  const address = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const state = async () => {
    const { rows } = await sql<{ revision: number; is_active: boolean }>`
      SELECT revision, is_active FROM users WHERE id = ${devi}`.execute(world.db)
    return rows[0] ?? { revision: 0, is_active: false }
  }
  const { revision } = await state()
  const headers = await world.tokenHeader(devi)
  world.clock.advance(120_000)
  const call = beginCall({
    method: 'PATCH',
    url: `${address}${users.update.path.replace(':id', devi)}`,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ revision: revision + 1, is_active: true }),
  })
  await expect.poll(() => usedAt(world.db, devi), { timeout: 20_000 }).toEqual(world.clock.now())
  const dismissed = await world
    .as('farid')
    .call(users.update, { params: { id: devi }, body: { revision, is_active: false } })
  expect(dismissed.status).toBe(200)
  expect(await call.finish()).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  expect(await state()).toEqual({ revision: revision + 1, is_active: false })
})

/** A session is marked as used as its call is let in. */
const usedAt = async (db: Db, user_id: string) => {
  const { rows } = await sql<{ last_used_at: Date }>`
    SELECT last_used_at FROM sessions WHERE user_id = ${user_id}`.execute(db)
  return rows[0]?.last_used_at
}
