import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { importSteps } from '#contract/imports/steps.ts'
import { imports } from '#contract/imports.ts'
import { FLAGS } from '#domain/access/flags.ts'
import { beginCall } from '../../test/calls/late-call.ts'
import { csvOf, row } from '../../test/files.ts'
import { createWorld, type World } from '../../test/world.ts'
import { issueKey, revokeKey } from '../access/api-keys.ts'
import { inTransaction } from '../platform/db/database.ts'
import { readSetting } from '../settings/read.ts'

let world: World
let address: string

beforeEach(async () => {
  world = await createWorld()
  address = await world.app.listen({ port: 0, host: '127.0.0.1' })
})

const freshKey = () =>
  inTransaction(world.db, (tx) =>
    issueKey(tx, {
      ...{ name: 'Till', sender_entity_id: world.company.entities.kinabalu, flags: FLAGS },
      ...{ store_code_ids: [world.company.stores.KUL01], now: world.clock.now() },
      expires_at: new Date('2027-07-15T00:00:00Z'),
    }),
  )

/** All but the end of the form, sent by the key; the server has judged the call, and reads. */
const beginUpload = async (path: string, headers: Record<string, string>, rows: number) => {
  world.clock.advance(120_000)
  const file = csvOf(Array.from({ length: rows }, (_, at) => row(`LATE-${at}`)))
  const body =
    '--X\r\ncontent-disposition: form-data; name="file"; filename="lines.csv"\r\ncontent-type: text/csv\r\n\r\n' +
    `${file}\r\n--X--\r\n`
  const type = { 'content-type': 'multipart/form-data; boundary=X' }
  const call = beginCall({ method: 'POST', url: `${address}${path}`, headers: { ...headers, ...type }, body })
  await expect.poll(judgedAt, { timeout: 20_000 }).toContainEqual(world.clock.now())
  return call
}

/** A key and a session are marked as used as their call is let in. */
const judgedAt = async () => {
  const { rows } = await sql<{ last_used_at: Date }>`
    SELECT last_used_at FROM api_keys UNION ALL SELECT last_used_at FROM sessions`.execute(world.db)
  return rows.map(({ last_used_at }) => last_used_at)
}

const stored = async () => {
  const { rows } = await sql<{ n: number }>`
    SELECT (SELECT count(*) FROM documents)::int + (SELECT count(*) FROM imports)::int AS n`.execute(world.db)
  return rows[0]?.n
}

test.each([
  ['few documents', 2],
  ['more than a call answers', 201],
])('a file of %s whose key is revoked while it arrives is not taken', async (_what, rows) => {
  const { key, id } = await freshKey()
  const call = await beginUpload(imports.file.path, { authorization: `Api-Key ${key}` }, rows)
  expect(await inTransaction(world.db, (tx) => revokeKey(tx, id, world.clock.now()))).toBe(true)
  expect(await call.finish()).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  expect(await stored()).toBe(0)
})

test('nor is one of a person who may create nothing any more when it has arrived', async () => {
  const { aminah } = world.company.users
  const call = await beginUpload(importSteps.begin.path, await world.tokenHeader(aminah), 2)
  await sql`DELETE FROM user_groups WHERE user_id = ${aminah}`.execute(world.db)
  expect(await call.finish()).toMatchObject({ status: 403, body: { code: 'flag_missing' } })
  expect(await stored()).toBe(0)
})

test('a file that takes longer to arrive than its sender may rest is taken', async () => {
  const { aminah } = world.company.users
  const call = await beginUpload(importSteps.begin.path, await world.tokenHeader(aminah), 2)
  world.clock.advance(await readSetting(world.db, 'session.idle_ms_max'))
  world.clock.advance(1)
  const answer = await call.finish()
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  expect(await stored()).toBe(1)
})
