import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changeRequests } from '#contract/people/change-requests.ts'
import { rules } from '#contract/shaping/rules.ts'
import { buildDocument, decide, line, payload, submit } from '../../test/build.ts'
import { createWorld, type Who } from '../../test/world.ts'
import { inTransaction } from '../platform/db/database.ts'
import { hearAll } from './fixtures/hearing.ts'
import { lookAgain } from './hearing/documents.ts'

const readMigration = (name: string) => readFile(join(import.meta.dirname, '../../migrations', name), 'utf8')

const world = await createWorld()
const { db } = world

const JUNE = { invoice_date: '2026-07-10', billing_start: '2026-06-01', billing_end: '2026-06-30' }
const RECEIPTS = { items: [line({ classification: '004' })] }
const NOBODY = {
  ...{ name: 'General Public', tin_no: 'EI00000000010', identity_type: 'NA', identity_number: 'NA' },
  ...{ email: 'NA', contact_number: 'NA', address1: 'NA', zipcode: '', city: 'NA', state: '17' },
  ...{ msic_code: '00000', business_description: 'NA' },
}

const judgedRows = async () => {
  const { rows } = await sql<{ id: string; submit_by: string; consolidated: boolean }>`
    SELECT id, submit_by, consolidated FROM documents ORDER BY id`.execute(db)
  return rows
}

test('what waits from before migration 0093 gets the last day that it would get now, and is told of', async () => {
  const original = { original_inv_number: 'M-1', original_inv_ref_number: 'NA' }
  const receipts = await buildDocument(world, { ...JUNE, ...RECEIPTS })
  const self_billed = await buildDocument(world, { ...JUNE, invoice_type: '11', customer: NOBODY })
  const note = await buildDocument(world, { ...JUNE, ...RECEIPTS, ...original, invoice_type: '02' })
  await buildDocument(world, { ...JUNE, status: 'Approved' })
  const unheld = await buildDocument(world, { ...JUNE, ...RECEIPTS, status: 'Approved' })
  const stored = await judgedRows()
  expect(stored.filter(({ consolidated }) => consolidated).map(({ id }) => id)).toEqual(
    [receipts.id, self_billed.id, unheld.id].toSorted(),
  )
  await hearAll(world)

  // As it was: only lines told, of notes as well.
  await sql`DELETE FROM notices WHERE kind = 'submission_deadline' AND subject = ${self_billed.id}`.execute(
    db,
  )
  await sql`UPDATE notices SET kind = 'submission_deadline' WHERE subject = ${note.id}`.execute(db)
  await sql`UPDATE documents SET submit_by = CASE WHEN id = ${note.id} THEN '2026-07-07' ELSE invoice_date END
    WHERE id = ANY(${[note.id, self_billed.id]}::uuid[])`.execute(db)
  await sql`ALTER TABLE documents DROP COLUMN consolidated`.execute(db)
  const text = await readMigration('0093-consolidated.sql')
  await inTransaction(db, (tx) => sql.raw(text).execute(tx))

  expect(await judgedRows()).toEqual(stored)
  await lookAgain({ db, clock: { now: () => new Date() } })
  const { rows } = await sql<{ subject: string }>`
    SELECT subject FROM notices WHERE kind = 'submission_deadline' ORDER BY subject`.execute(db)
  expect(rows.map(({ subject }) => subject)).toEqual([receipts.id, self_billed.id].toSorted())
})

test('what a program of the version before stores meanwhile has its term as well', async () => {
  const { id } = await buildDocument(world, { ...JUNE, ...RECEIPTS })
  await sql`UPDATE documents SET consolidated = DEFAULT WHERE id = ${id}`.execute(db)
  await hearAll(world)
  const { rows } =
    await sql`SELECT FROM notices WHERE kind = 'submission_deadline' AND subject = ${id}`.execute(db)
  expect(rows).toHaveLength(1)
})

test('requests about rules from before migration 0094 lead to the rules, with the reason and the day', async () => {
  const rule = { field: 'document_remarks', condition: 'regex', value: 'A.*', error_message: 'No remarks.' }
  const later = { ...rule, active_on: '2026-12-01' }
  const { body: made } = await world.as('devi').callWrongly(rules.create, { body: later })
  const ask = (given: object) =>
    world.as('ezra').callWrongly(rules.ask, { body: { ...later, reason: 'Head office.', ...given } })
  const { body: pending } = await ask({ rule_id: made.id, value: 'B.*' })
  const { body: rejected } = await ask({ value: 'C.*' })
  await world.as('farid').call(changeRequests.decide, {
    body: { approval_id: rejected.id, decision: 'reject', rejection_reason: 'Too strict.' },
  })
  await hearAll(world)
  const kept = async () => {
    const { rows: notices } = await sql`
      SELECT topic, reason FROM notices WHERE kind = 'request_decided'`.execute(db)
    const { rows: marks } = await sql`
      SELECT topic FROM notice_marks WHERE kind = 'request_decided'`.execute(db)
    const { rows: requests } = await sql`
      SELECT before ->> 'active_on' AS day FROM change_requests WHERE id = ${pending.id}`.execute(db)
    return { notices, marks, requests }
  }
  await sql`INSERT INTO notice_marks (user_id, kind, topic, at)
    VALUES (${world.company.users.ezra}, 'request_decided', ${`rule-${rejected.id}`}, now())`.execute(db)
  const now = {
    notices: [{ topic: `rule-${rejected.id}`, reason: 'Too strict.' }],
    marks: [{ topic: `rule-${rejected.id}` }],
    requests: [{ day: '2026-12-01' }],
  }
  expect(await kept()).toEqual(now)

  const before = String(rejected.id)
  await sql`UPDATE notices SET topic = ${before} WHERE kind = 'request_decided'`.execute(db)
  await sql`UPDATE notice_marks SET topic = ${before} WHERE kind = 'request_decided'`.execute(db)
  await sql`UPDATE change_requests SET before = before - 'active_on' WHERE id = ${pending.id}`.execute(db)
  await sql`ALTER TABLE notices DROP COLUMN reason`.execute(db)
  const text = await readMigration('0094-reasons-told.sql')
  await inTransaction(db, (tx) => sql.raw(text).execute(tx))
  expect(await kept()).toEqual(now)
})

test('what was put aside before migration 0104 lies where it lay, but for what ends before the morning', async () => {
  await sql`TRUNCATE notices, notice_marks`.execute(db)
  const { ezra, devi } = world.company.users
  // Four of one topic, the third of which ends in an hour; the first is done, and Ezra has snoozed the others.
  await sql`INSERT INTO notices (kind, subject, topic, origin, user_id, began_at, due_at)
    SELECT 'request_decided', n::text, 'all', '1', ${ezra}, now(), CASE WHEN n = 3 THEN now() + interval '1 hour' END
    FROM generate_series(1, 4) AS n`.execute(db)
  const first = sql`(SELECT min(seq) FROM notices)`
  await sql`ALTER TABLE notice_marks DROP COLUMN done, DROP COLUMN formerly_done, DROP COLUMN snoozed`.execute(
    db,
  )
  await sql`INSERT INTO notice_marks (user_id, kind, topic, done_seq, snoozed_until, at) VALUES
    (${ezra}, 'request_decided', 'all', ${first}, now() + interval '1 day', now()),
    (${devi}, 'request_decided', 'all', ${first} + 1, now() - interval '1 day', now())`.execute(db)
  const text = await readMigration('0104-what-was-snoozed.sql')
  await inTransaction(db, (tx) => sql.raw(text).execute(tx))
  const { rows } = await sql`
    SELECT array_agg(subject ORDER BY seq) FILTER (WHERE m.done @> seq) AS done,
      array_agg(subject ORDER BY seq) FILTER (WHERE m.snoozed @> seq) AS snoozed
    FROM notices JOIN notice_marks m USING (kind, topic) GROUP BY m.user_id, m.done_seq ORDER BY m.done_seq`.execute(
    db,
  )
  expect(rows).toEqual([
    { done: ['1'], snoozed: ['2', '4'] },
    { done: ['1', '2'], snoozed: null },
  ])
})

test('what waits from before migration 0121 calls nobody to approve it who ever edited it', async () => {
  await sql`TRUNCATE notices`.execute(db)
  const { id: uuid } = await buildDocument(world, { status: 'Approval Rejected' })
  const edit = (who: Who) => submit(world, who, payload({ uuid }))
  await edit('devi')
  await decide(world, 'bakri', uuid, { status: 'Rejected', rejection_reason: 'One more point.' })
  await edit('aminah')
  await hearAll(world)
  const hidden = async () => {
    const { rows } = await sql<{ hidden_from: string[] }>`
      SELECT hidden_from FROM notices WHERE kind = 'approval_waiting' AND subject = ${uuid}`.execute(db)
    return rows.map(({ hidden_from }) => hidden_from)
  }
  const { aminah, devi } = world.company.users
  const [people = []] = await hidden()
  expect(people.toSorted()).toEqual([aminah, devi].toSorted())

  await sql`UPDATE notices SET hidden_from = ARRAY[${aminah}]::uuid[] WHERE kind = 'approval_waiting'`.execute(
    db,
  )
  await sql`ALTER TABLE documents ADD COLUMN last_edited_by uuid, DROP COLUMN edited_by`.execute(db)
  await sql`CREATE INDEX documents_edited_pending ON documents (last_edited_by)`.execute(db)
  const text = await readMigration('0121-edited-by.sql')
  await inTransaction(db, (tx) => sql.raw(text).execute(tx))
  expect(await hidden()).toEqual([people])
})
