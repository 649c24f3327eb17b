import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ENTITIES } from '../src/demo/company.ts'
import { createWorld } from './world.ts'

const text = readFileSync(join(import.meta.dirname, '../../docs/backup.md'), 'utf8')

test('the statement that sets a counter after a restoration reaches one company, and never sets it back', async () => {
  const { db } = await createWorld()
  const { tin_no } = ENTITIES.kinabalu
  const told = /`(INSERT INTO number_counters[^`]+)`/.exec(text)?.[1] ?? ''
  const setTo = (n: number) => {
    const statement = told.replace('C25845632020', tin_no).replace('1234', String(n))
    return sql.raw(statement).execute(db)
  }
  await sql`INSERT INTO store_codes (sender_entity_id, code, name, created_at)
    SELECT id, 'KUL01', 'Of another company', now() FROM sender_entities WHERE tin_no <> ${tin_no}`.execute(
    db,
  )
  const counters = async () => {
    const { rows } = await sql`SELECT e.tin_no, s.code, c.invoice_type, c.last_count FROM number_counters AS c
      JOIN store_codes AS s ON s.id = c.store_code_id JOIN sender_entities AS e ON e.id = c.sender_entity_id`.execute(
      db,
    )
    return rows
  }
  const one = { tin_no, code: 'KUL01', invoice_type: '01' }
  await setTo(1_234)
  expect(await counters()).toEqual([{ ...one, last_count: 1_234 }])
  await setTo(1_000)
  expect(await counters()).toEqual([{ ...one, last_count: 1_234 }])
})
