import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { ListQuery } from '#contract/document-rows.ts'
import {
  NOT_CANCELLED,
  REJECTION_REQUESTED,
  TERM_ENDING,
  WAITING_LONG,
  WINDOW_ENDING,
} from '#domain/documents/lifecycle.ts'
import { scansOf } from '../../../test/plan.ts'
import type { World } from '../../../test/world.ts'
import { createArchive, plainly } from './fixtures/archive.ts'
import { listDocuments } from './list.ts'

/** What people are asked about is little of an archive, and no status: lists of it look at little as well. */

const DOCUMENTS = 6_000
const READ_MAX = 400
/** Of five statuses what is consolidated and due; and those beside it whose cancellations are looked at. */
const DUE_MAX = 60
const LOOKED_AT_MAX = 700

let world: World

/** Every hundredth and its neighbours are asked about, and nothing of what is beside them. */
beforeAll(async () => {
  world = await createArchive(DOCUMENTS)
  const now = world.clock.now()
  await sql`WITH turn AS (SELECT id, row_number() OVER (PARTITION BY status ORDER BY id) % 100 AS nr FROM documents)
    UPDATE documents SET
      validated_at = ${now}::timestamptz - CASE WHEN nr IN (0, 1) THEN interval '60 hours' WHEN nr = 2
        THEN interval '10 hours' ELSE interval '90 days' END,
      reject_requested_at = CASE WHEN nr IN (1, 2, 3) THEN ${now}::timestamptz END,
      consolidated = nr < 8,
      submit_by = ${now}::date + CASE WHEN nr < 4 THEN 0 ELSE 30 END,
      modified_at = ${now}::timestamptz - CASE WHEN nr < 5 THEN interval '2 days' ELSE interval '1 hour' END
    FROM turn WHERE turn.id = documents.id`.execute(world.db)
  await sql`INSERT INTO cancellations (document_id, sender_entity_id, reason, actor_name, state, intended_at)
    SELECT id, sender_entity_id, 'Wrong buyer', 'Devi',
      CASE WHEN validated_at > ${now}::timestamptz - interval '20 hours' THEN 'refused' ELSE 'unclear' END, ${now}
    FROM documents WHERE status = 'Validated' AND (validated_at > ${now}::timestamptz - interval '20 hours'
      OR invoice_number LIKE '%77-%')`.execute(world.db)
  await sql`VACUUM ANALYZE`.execute(world.db)
})

const listOf = async (who: 'aminah' | 'devi', query: object) => {
  const by = {
    caller: await world.callerOf(who),
    now: world.clock.now(),
    secret_key: '0'.repeat(64),
    public_url: '',
  }
  return (db = world.db) => listDocuments({ ...by, db }, ListQuery.parse(query))
}

describe.each(['aminah', 'devi'] as const)('%s', (who) => {
  test.each([
    { status: REJECTION_REQUESTED },
    { status: WAITING_LONG },
    { status: WINDOW_ENDING },
    { status: WINDOW_ENDING, sort_by: 'customer.name', sort_order: 'asc', page: '2', page_size: '10' },
    { status: `${REJECTION_REQUESTED},${WINDOW_ENDING}`, sort_by: 'sender_store_code' },
    { status: WINDOW_ENDING, sender_store_code: 'KUL01', buyer_name: 'buyer' },
  ])('is told those of %j, and few are looked at', async (query) => {
    const list = await listOf(who, query)
    const { results, count } = await list()
    const plain = await plainly(world, who, query)
    // Devi approves, and made nothing of what waits.
    const fewest = who === 'devi' && query.status === WAITING_LONG ? 0 : 1
    expect(plain.count).toBeGreaterThanOrEqual(fewest)
    expect({ ids: results.map(({ uuid }) => uuid), count }).toEqual(plain)
    const scans = await scansOf(world.db, 'documents', list)
    expect(scans.length).toBeGreaterThan(0)
    for (const { scan, entered, read, text } of scans) {
      expect(scan, text).toBe('Index Scan')
      // To find no ids any index does, and PostgreSQL takes the smallest.
      if (results.length > 0) expect(entered, text).toMatch(/store_code_id = |^\(id = ANY/)
      expect(read, text).toBeLessThan(READ_MAX)
    }
  })

  test.each([
    { status: TERM_ENDING },
    { status: NOT_CANCELLED },
    { status: `${TERM_ENDING},${NOT_CANCELLED}`, sort_by: 'invoice_number', page_size: '20' },
  ])('is told those of %j, and of what is done with nothing is looked at', async (query) => {
    const list = await listOf(who, query)
    const { results, count } = await list()
    const plain = await plainly(world, who, query)
    expect(plain.count).toBeGreaterThan(0)
    expect({ ids: results.map(({ uuid }) => uuid), count }).toEqual(plain)
    for (const { scan, read, text } of await scansOf(world.db, 'documents', list)) {
      expect(scan, text).toMatch(/^(?:Index|Bitmap Heap) Scan$/)
      expect(read, text).toBeLessThan(query.status === TERM_ENDING ? DUE_MAX : LOOKED_AT_MAX)
    }
  })
})
