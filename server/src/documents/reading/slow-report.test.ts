import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { MINUTE_MS } from '#domain/time/units.ts'
import { buildDocument } from '../../../test/build.ts'
import { createWorld, type World } from '../../../test/world.ts'

/** More than a connection holds by itself, in each batch of rows. */
const REASON_CHARS = 16_000
const BATCHES = 3

let world: World
let address: string

beforeAll(async () => {
  world = await createWorld()
  const { id } = await buildDocument(world, { sender_store_code: 'PEN01' })
  const { rows } = await sql<{ names: string }>`SELECT string_agg(quote_ident(column_name), ',') AS names
    FROM information_schema.columns WHERE table_name = 'documents'
    AND column_name NOT IN ('id', 'invoice_number', 'status_message')`.execute(world.db)
  const columns = sql.raw(rows[0]?.names ?? '')
  await sql`INSERT INTO documents (id, invoice_number, status_message, ${columns})
    SELECT gen_random_uuid(), 'COPY_' || nr, repeat('x', ${REASON_CHARS}), ${columns}
    FROM documents, generate_series(1, ${BATCHES * 1_000}) nr WHERE id = ${id}`.execute(world.db)
  address = await world.app.listen({ port: 0, host: '127.0.0.1' })
})

/** A report of which no more than the beginning has been taken. */
const begin = async () => {
  const { ezra } = world.company.users
  const headers = { ...(await world.tokenHeader(ezra)), 'accept-encoding': 'identity' }
  const reply = await fetch(`${address}${documents.report.path}`, { headers })
  expect(reply.status).toBe(200)
  return { ezra, rest: async () => (await reply.bytes()).length }
}

test('a report that is read slowly ends with the department that it tells of', async () => {
  const { rest, ezra } = await begin()
  await sql`DELETE FROM user_store_codes WHERE user_id = ${ezra}`.execute(world.db)
  world.clock.advance(MINUTE_MS)
  await expect(rest()).rejects.toThrow()
  await sql`INSERT INTO user_store_codes (user_id, store_code_id)
    VALUES (${ezra}, ${world.company.stores.PEN01})`.execute(world.db)
})

test('and with the session', async () => {
  const { rest, ezra } = await begin()
  await sql`DELETE FROM sessions WHERE user_id = ${ezra}`.execute(world.db)
  world.clock.advance(MINUTE_MS)
  await expect(rest()).rejects.toThrow()
})

test('but not because nobody touches anything meanwhile, which goes on to count', async () => {
  const { rest, ezra } = await begin()
  const lastUse = async () => {
    const { rows } = await sql<{ last_used_at: Date }>`
      SELECT last_used_at FROM sessions WHERE user_id = ${ezra}`.execute(world.db)
    return rows[0]?.last_used_at
  }
  const began = await lastUse()
  world.clock.advance(60 * MINUTE_MS)
  expect(await rest()).toBeGreaterThan(BATCHES * 1_000 * REASON_CHARS)
  expect(await lastUse()).toEqual(began)
})
