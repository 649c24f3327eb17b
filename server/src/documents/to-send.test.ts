import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildDocument } from '../../test/build.ts'
import { createWorld } from '../../test/world.ts'
import { inTransaction } from '../platform/db/database.ts'
import { nextToSend } from './to-send.ts'

const world = await createWorld({ simulator: true })

test('the oldest deadline goes first, whatever was approved first', async () => {
  const today = await buildDocument(world, { status: 'Approved', invoice_date: '2026-07-15' })
  world.clock.advance(1_000)
  const late = await buildDocument(world, { status: 'Approved', invoice_date: '2026-07-09' })
  world.clock.advance(1_000)
  const second = await buildDocument(world, { status: 'Approved', invoice_date: '2026-07-15' })
  const rows = await inTransaction(world.db, (tx) => nextToSend(tx, today.sender_entity_id, today.lane))
  expect(rows.map((row) => row.id)).toEqual([late.id, today.id, second.id])
})

test('of lost answers the oldest is asked about first', async () => {
  const ids = []
  for (let at = 0; at < 2; at++) {
    ids.push((await buildDocument(world, { status: 'Outcome Unknown' })).id)
    world.clock.advance(1_000)
  }
  const { rows } = await sql<{ document_id: string }>`
    SELECT a.document_id FROM pgboss.job AS j JOIN attempts AS a ON a.id = (j.data->>'attempt_id')::uuid
    ORDER BY j.priority DESC`.execute(world.db)
  expect(rows.map((row) => row.document_id)).toEqual(ids)
})
