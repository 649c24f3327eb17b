/** The list to which an item of several documents leads holds these, and not the whole archive beside them. */

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { addressOf } from '#domain/notifications/addresses.ts'
import type { KindKey } from '#domain/notifications/kinds.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import { buildDocument, line } from '../../test/build.ts'
import { createWorld } from '../../test/world.ts'
import { hearAll, itemsOf } from './fixtures/hearing.ts'
import { hearNotes } from './hearing/documents.ts'

const world = await createWorld({ simulator: true })
const { db, clock, company, engine } = world

/** What stands in the list of an item, and how many the item tells of. */
const listed = async (kind: KindKey) => {
  const item = (await itemsOf(world, 'devi')).find((one) => one.kind === kind)
  if (!item) throw new Error(`Nothing is told of ${kind}.`)
  const query = addressOf(item).search
  const { status, body, text } = await world.as('devi').call(documents.list, { query })
  expect(status, text).toBe(200)
  expect(body.count).toBe(item.count)
  return body.results.map(({ uuid }) => uuid).toSorted()
}

test('of consolidated documents whose last day is near', async () => {
  const due = async (submit_by: string, status = 'Pending Approval') => {
    const billed = { billing_start: '2026-06-01', billing_end: '2026-06-30' }
    const { id } = await buildDocument(world, { ...billed, items: [line({ classification: '004' })] })
    await sql`UPDATE documents SET submit_by = ${submit_by}, status = ${status} WHERE id = ${id}`.execute(db)
    return id
  }
  const today = clock.now().toISOString().slice(0, 10)
  const near = [await due(today), await due('2026-01-07'), await due(today, 'Submission Failed')]
  await due('2099-01-07')
  await due(today, 'Approved')
  await buildDocument(world, {})
  await hearAll(world)
  expect(await listed('submission_deadline')).toEqual(near.toSorted())
})

test('of cancellations that had no effect, or of which it is not known', async () => {
  const cancelled = async (ago_h: number, ...states: string[]) => {
    const { id } = await buildDocument(world, { status: 'Validated' })
    const validated_at = new Date(clock.now().getTime() - ago_h * HOUR_MS)
    await sql`UPDATE documents SET validated_at = ${validated_at} WHERE id = ${id}`.execute(db)
    for (const [at, state] of states.entries()) {
      const intended_at = new Date(validated_at.getTime() + (at + 1) * 60_000)
      await sql`INSERT INTO cancellations (document_id, sender_entity_id, reason, actor_name, state, intended_at)
        VALUES (${id}, ${company.entities.kinabalu}, 'Wrong buyer', 'Devi', ${state}, ${intended_at})`.execute(
        db,
      )
    }
    await hearNotes(engine, { document_ids: [id] })
    return id
  }
  const told = [
    await cancelled(1, 'refused'),
    await cancelled(71, 'done', 'not_sent'),
    await cancelled(2, 'refused', 'not_arrived'),
    await cancelled(2, 'unclear'),
    await cancelled(100, 'not_arrived', 'unclear'),
  ]
  await cancelled(1)
  await cancelled(1, 'refused', 'intent')
  await cancelled(1, 'refused', 'done')
  await cancelled(100, 'refused')
  expect(await listed('cancellation_failed')).toEqual(told.toSorted())
})
