import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { buildDocument } from '../../test/build.ts'
import { scansOf } from '../../test/plan.ts'
import { createWorld, type World } from '../../test/world.ts'
import { holdDocument } from './deciding/hold.ts'
import { attemptsOf } from './sending/attempts.ts'
import type { DocumentRow } from './store/rows.ts'
import { sweep } from './sweep.job.ts'
import { pollSubmission } from './verdicts/poll.job.ts'

const COPIES = 1_500
let world: World
let submitted: DocumentRow
let unknown: DocumentRow
let heldByPerson: DocumentRow

/** So many more like a document, all of them quiet for an hour longer, a hundred in each submission. */
const copy = (one: DocumentRow) =>
  sql`INSERT INTO documents SELECT copy.* FROM generate_series(1, ${COPIES}::int) AS nr,
    LATERAL (SELECT d AS one FROM documents AS d WHERE id = ${one.id}) AS pattern,
    LATERAL jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(),
      'invoice_number', nr || '-' || (one).invoice_number, 'submission_uid', (one).submission_uid || nr / 100,
      'modified_at', (one).modified_at - interval '1 hour')) AS copy`.execute(world.db)

/** Jobs that wait, by the key that keeps others like them away. */
const jobs = async () => {
  const { rows } = await sql<{ name: string; key: string }>`SELECT name, singleton_key AS key FROM pgboss.job
    WHERE name IN ('documents.send', 'documents.poll', 'documents.resolve') AND state = 'created'`.execute(
    world.db,
  )
  return rows.map(({ name, key }) => `${name} ${key}`).sort()
}

beforeAll(async () => {
  world = await createWorld({ simulator: true })
  submitted = await buildDocument(world, { status: 'Submitted' })
  unknown = await buildDocument(world, { status: 'Outcome Unknown' })
  // What waits to be sent comes last: it would go along.
  heldByPerson = await buildDocument(world, { status: 'Approved' })
  const by = { db: world.db, caller: await world.callerOf('bakri'), now: world.clock.now() }
  await holdDocument(by, { uuid: heldByPerson.id, reason: 'Wait for the order' })
  for (const one of [submitted, unknown, await buildDocument(world, { status: 'Approved' })]) await copy(one)
  await sql`VACUUM ANALYZE`.execute(world.db)
  await sql`DELETE FROM pgboss.job`.execute(world.db)
})

test('one job is for all that wait in a lane, one for all of a submission, one for each lost answer', async () => {
  const { sender_entity_id, submission_uid } = submitted
  const submissions = Array.from({ length: 16 }, (_, at) => `${submission_uid}${at}`)
  const [lost] = await attemptsOf(world.db, unknown.id)
  await sweep(world.engine, 0)
  expect(await jobs()).toEqual(
    [
      `documents.send ${sender_entity_id} single`,
      ...[submission_uid, ...submissions].map((uid) => `documents.poll ${uid}`),
      `documents.resolve ${lost?.id}`,
    ].sort(),
  )
})

test('asking about one submission reads its own documents, however many are on the way', async () => {
  const { sender_entity_id, submission_uid } = submitted
  const wanted = { sender_entity_id, submission_uid: submission_uid ?? '' }
  const scans = await scansOf(world.db, 'documents', (db) => pollSubmission({ ...world.engine, db }, wanted))
  expect(scans.length).toBeGreaterThan(0)
  for (const { read, text } of scans) expect(read, text).toBeLessThan(10)
})

test('when the cause is gone all that the server held goes on, nothing that a person holds', async () => {
  // The copies have no history: no person held them.
  await copy(heldByPerson)
  await sweep(world.engine, 0)
  const { rows } = await sql`SELECT id FROM documents WHERE status = 'OnHold'`.execute(world.db)
  expect(rows).toEqual([{ id: heldByPerson.id }])
})
