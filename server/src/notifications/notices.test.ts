import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { type NoticeMark, notices } from '#contract/notifications/notices.ts'
import { changeRequests } from '#contract/people/change-requests.ts'
import { groups } from '#contract/people/groups.ts'
import { profile } from '#contract/people/profile.ts'
import { rules } from '#contract/shaping/rules.ts'
import { noticeWords } from '#domain/letters/notices.ts'
import { addressOf } from '#domain/notifications/addresses.ts'
import type { KindKey } from '#domain/notifications/kinds.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time/units.ts'
import { buildDocument, decide, documentOf, line, payload, submit } from '../../test/build.ts'
import { readingOf } from '../../test/plan.ts'
import { createWorld, type Who } from '../../test/world.ts'
import { waitOutside } from '../documents/sending/waiting.ts'
import { writeSetting } from '../settings/write.ts'
import { copies } from './fixtures/copies.ts'
import { countsOf, hearAll, itemsOf } from './fixtures/hearing.ts'
import { hearMoves, hearNotes, lookAgain } from './hearing/documents.ts'
import { countOf, foundBy } from './notices/read.ts'
import { readerOf } from './notices/reader.ts'

const world = await createWorld({ simulator: true })
const { db, clock, engine, company } = world

const clear = () => sql`TRUNCATE notices, notice_marks`.execute(db)
beforeEach(async () => {
  await sql`DELETE FROM pgboss.job`.execute(db)
  await clear()
})

const mark = async (who: Who, kind: KindKey, body: NoticeMark) => {
  const { rows } = await sql<{ topic: string }>`SELECT topic FROM notices WHERE kind = ${kind}`.execute(db)
  return world.as(who).call(notices.mark, { params: { kind, topic: rows[0]?.topic ?? '' }, body })
}
/** The supplier of a consolidated self-billed document. */
const NOBODY = {
  ...{ name: 'General Public', tin_no: 'EI00000000010', identity_type: 'NA', identity_number: 'NA' },
  ...{ email: 'NA', contact_number: 'NA', address1: 'NA', zipcode: '', city: 'NA', state: '17' },
  ...{ msic_code: '00000', business_description: 'NA' },
}

const itemOf = async (who: Who, kind: string) => {
  const boxes = await Promise.all(
    (['inbox', 'snoozed', 'done'] as const).map((box) => itemsOf(world, who, box)),
  )
  const found = boxes.flat().find((item) => item.kind === kind)
  if (!found) throw new Error(`${who} is told of no ${kind}.`)
  return found
}

describe('documents that move', () => {
  test('wait for those who may approve them, until somebody does', async () => {
    const { id } = await buildDocument(world)
    await hearAll(world)
    expect(await countsOf(world, 'bakri')).toEqual(['approval_waiting 1'])
    const [item] = await itemsOf(world, 'bakri')
    expect(item).toMatchObject({
      entity_name: 'Kinabalu Trading Sdn Bhd',
      store_codes: ['KUL01'],
      subject: id,
    })
    expect(await itemsOf(world, 'aminah'), 'she made it').toEqual([])
    expect(await itemsOf(world, 'gita'), 'she approves nothing').toEqual([])
    expect(await itemsOf(world, 'ezra'), 'another department').toEqual([])
    await decide(world, 'bakri', id)
    await hearAll(world)
    expect(await itemsOf(world, 'bakri')).toEqual([])
  })

  test('back to their makers wait for them, and for nobody else, until somebody edits them', async () => {
    const { id } = await buildDocument(world)
    await decide(world, 'bakri', id, { status: 'Rejected', rejection_reason: 'Wrong buyer' })
    await hearAll(world)
    expect(await countsOf(world, 'aminah')).toEqual(['sent_back 1'])
    const [item] = await itemsOf(world, 'aminah')
    expect(item).toMatchObject({ store_codes: ['KUL01'], subject: id })
    expect(await countsOf(world, 'devi')).toEqual(['sent_back 1'])
    for (const who of ['bakri', 'gita', 'ezra'] as const) expect(await itemsOf(world, who), who).toEqual([])
    await submit(world, 'aminah', payload({ uuid: id }))
    await hearAll(world)
    expect(await itemsOf(world, 'aminah')).toEqual([])
    await decide(world, 'devi', id, { status: 'Rejected', rejection_reason: 'Still wrong' })
    await hearAll(world)
    const told = async () => [await countsOf(world, 'devi'), await countsOf(world, 'aminah')]
    expect(await told()).toEqual([[], ['sent_back 1']])
    for (const value of [true, false]) {
      const setting = { caller: undefined, key: 'approval.allow_self_approval', value } as const
      await writeSetting(world.db, { ...setting, now: world.clock.now() })
      expect(await told(), `self-approval ${value}`).toEqual([[], ['sent_back 1']])
    }
  })

  test('into trouble are one item for everybody who may see them, however often that is heard', async () => {
    const { id } = await buildDocument(world, { status: 'Submission Failed' })
    const lines = await copies(world, id, 499)
    await hearAll(world)
    for (const history_ids of [lines.slice(0, 250), lines.slice(200), lines])
      await hearMoves(engine, { history_ids })
    for (const who of ['aminah', 'bakri', 'gita', 'devi'] as const)
      expect(await countsOf(world, who), who).toEqual(['submission_failed 500'])
    for (const who of ['chong', 'ezra'] as const) expect(await itemsOf(world, who), who).toEqual([])
    const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM notices`.execute(db)
    expect(rows[0]?.n, 'rows do not multiply by the people').toBe(500)
  })

  test.each([
    ['2026-07-07', '004', ['submission_deadline']],
    ['2026-07-08', '004', ['submission_deadline']],
    ['2026-07-07', '022', []],
  ])('of the month before, dated %s and of class %s, have a last day by law: %j', async (...given) => {
    const [invoice_date, classification, told] = given
    const billed = { billing_start: '2026-06-01', billing_end: '2026-06-30' }
    await buildDocument(world, { invoice_date, ...billed, items: [line({ classification })] })
    await hearAll(world)
    const kinds = (await itemsOf(world, 'bakri')).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind !== 'approval_waiting')).toEqual(told)
  })

  test('have such a day when they are self-billed and of the public, and none as notes to others', async () => {
    const of_june = { invoice_date: '2026-07-07', billing_start: '2026-06-01', billing_end: '2026-06-30' }
    const receipts = [line({ classification: '004' })]
    const original = { original_inv_number: 'M-1', original_inv_ref_number: 'NA' }
    await buildDocument(world, { ...of_june, ...original, invoice_type: '02', items: receipts })
    const { id } = await buildDocument(world, { ...of_june, invoice_type: '11', customer: NOBODY })
    await hearAll(world)
    const deadlines = (await itemsOf(world, 'bakri')).filter(({ kind }) => kind === 'submission_deadline')
    expect(deadlines).toMatchObject([{ count: 1, subject: id }])
  })

  test('that wait since LHDN cannot be reached are told of without a reason, which the document says', async () => {
    const { lane } = await buildDocument(world, { status: 'Approved' })
    clock.advance(31 * MINUTE_MS)
    const closed = { kind: 'unavailable', why: 'x', retry_after_ms: 1, credentials_refused: false } as const
    await waitOutside(engine, { sender_entity_id: company.entities.kinabalu, lane }, closed)
    await hearAll(world)
    const item = await itemOf('bakri', 'on_hold')
    const { sentences } = noticeWords('Bakri', [{ ...item, due_at: null }], { digest: false })
    const said = `${item.label} of Kinabalu Trading Sdn Bhd waits and is sent by itself as soon as it can be.`
    expect(sentences).toEqual([`${said}\nIt is a trial without legal effect.`])
  })

  test('are told of as they stand, in whatever order that is heard', async () => {
    const { id } = await buildDocument(world, { status: 'Submission Failed' })
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM document_history WHERE document_id = ${id} ORDER BY id DESC`.execute(db)
    await submit(world, 'aminah', {
      ...payload(),
      uuid: id,
      invoice_number: (await documentOf(world, id)).invoice_number,
    })
    await hearAll(world)
    await Promise.all(rows.map((line) => hearMoves(engine, { history_ids: [line.id] })))
    expect(await countsOf(world, 'gita')).toEqual([])
    expect(await countsOf(world, 'bakri')).toEqual(['approval_waiting 1'])
  })

  test('are out of sight for whoever loses the department or the right', async () => {
    await buildDocument(world, { status: 'Submission Failed' })
    await hearAll(world)
    expect(await countsOf(world, 'bakri')).toEqual(['submission_failed 1'])
    const mine = sql`user_id = ${company.users.bakri} AND store_code_id = ${company.stores.KUL01}`
    await sql`DELETE FROM user_store_codes WHERE ${mine}`.execute(db)
    expect(await itemsOf(world, 'bakri')).toEqual([])
    const { rows } = await sql<{ topic: string }>`SELECT topic FROM notices`.execute(db)
    const params = { kind: 'submission_failed' as const, topic: rows[0]?.topic ?? '' }
    const foreign = await world.as('bakri').call(notices.mark, { params, body: { box: 'done', through: 1 } })
    expect(foreign.status).toBe(404)
    await sql`INSERT INTO user_store_codes (user_id, store_code_id)
      VALUES (${company.users.bakri}, ${company.stores.KUL01})`.execute(db)
    expect(await countsOf(world, 'bakri')).toEqual(['submission_failed 1'])
  })
})

describe('what time alone changes', () => {
  test('a buyer’s wish is told of until the window closes', async () => {
    const { id, validated_at } = await buildDocument(world, { status: 'Validated' })
    await sql`UPDATE documents SET reject_requested_at = ${clock.now()} WHERE id = ${id}`.execute(db)
    await hearAll(world)
    await hearNotes(engine, { document_ids: [id] })
    const [item] = await itemsOf(world, 'bakri')
    const due_at = new Date((validated_at?.getTime() ?? 0) + 72 * HOUR_MS)
    expect(item).toMatchObject({ kind: 'rejection_requested', due_at: due_at.toISOString() })
    clock.advance(due_at.getTime() - clock.now().getTime() - 1)
    await lookAgain(engine)
    expect(await countsOf(world, 'bakri')).toEqual(['rejection_requested 1'])
    clock.advance(1)
    await lookAgain(engine)
    expect(await itemsOf(world, 'bakri')).toEqual([])
  })

  test('a cancellation that LHDN refuses is told of, and one that has its effect is not', async () => {
    const { id } = await buildDocument(world, { status: 'Validated' })
    await sql`INSERT INTO cancellations (document_id, sender_entity_id, reason, actor_name, state, intended_at)
      VALUES (${id}, ${company.entities.kinabalu}, 'Wrong buyer', 'Devi', 'refused', ${clock.now()})`.execute(
      db,
    )
    await hearNotes(engine, { document_ids: [id] })
    expect(await countsOf(world, 'devi')).toEqual(['cancellation_failed 1'])
    await sql`UPDATE cancellations SET state = 'done' WHERE document_id = ${id}`.execute(db)
    await hearNotes(engine, { document_ids: [id] })
    expect(await itemsOf(world, 'devi')).toEqual([])
  })
})

describe('a person puts an item aside', () => {
  test('as done, for themselves alone, and what comes after that is told', async () => {
    const { id } = await buildDocument(world, { status: 'Submission Failed' })
    await hearAll(world)
    const { newest_seq: through } = await itemOf('bakri', 'submission_failed')
    const [again] = await copies(world, id, 1)
    await hearMoves(engine, { history_ids: [again ?? ''] })
    expect((await mark('bakri', 'submission_failed', { box: 'done', through })).status).toBe(200)
    expect(await countsOf(world, 'bakri'), 'what they had not seen stays').toEqual(['submission_failed 1'])
    await mark('bakri', 'submission_failed', { box: 'done', through: through + 1_000_000 })
    expect(await itemsOf(world, 'bakri')).toEqual([])
    expect(await countsOf(world, 'bakri', 'done')).toEqual(['submission_failed 2'])
    expect(await countsOf(world, 'aminah')).toEqual(['submission_failed 2'])
    const more = await copies(world, id, 1)
    await hearMoves(engine, { history_ids: more })
    expect(await countsOf(world, 'bakri'), 'nothing that comes later was done').toEqual([
      'submission_failed 1',
    ])
  })

  test('and takes that back, also when it was said from two tabs', async () => {
    await buildDocument(world, { status: 'Submission Failed' })
    await hearAll(world)
    const { newest_seq: through } = await itemOf('gita', 'submission_failed')
    const done = () => mark('gita', 'submission_failed', { box: 'done', through })
    await Promise.all([done(), done()])
    expect(await itemsOf(world, 'gita')).toEqual([])
    await mark('gita', 'submission_failed', { box: 'inbox' })
    expect(await countsOf(world, 'gita')).toEqual(['submission_failed 1'])
    expect(await itemsOf(world, 'gita', 'done')).toEqual([])
  })

  test('until tomorrow at eight, when it returns with its age', async () => {
    await buildDocument(world, { status: 'Submission Failed' })
    await hearAll(world)
    const { since } = await itemOf('gita', 'submission_failed')
    await mark('gita', 'submission_failed', { box: 'snoozed', until: 'tomorrow' })
    expect(await itemsOf(world, 'gita')).toEqual([])
    const [item] = await itemsOf(world, 'gita', 'snoozed')
    const until = new Date(item?.snoozed_until ?? 0)
    expect(item?.snoozed_until).toMatch(/T00:00:00\.000Z$/)
    clock.advance(until.getTime() - clock.now().getTime())
    expect(await itemsOf(world, 'gita')).toMatchObject([{ since, snoozed_until: null }])
  })
})

describe('change requests', () => {
  const makers = async () =>
    (await world.as('devi').call(groups.list, {})).body.results.find(({ name }) => name === 'Makers')?.id ??
    ''
  const ask = async () =>
    world.as('devi').call(changeRequests.askGroup, {
      body: {
        ...{ action: 'edit' as const, group_id: await makers(), name: 'Creators', reason: 'Clearer' },
        permissions: ['can_create_invoice'],
      },
    })

  test('wait for every other superadmin, and their maker hears what became of them', async () => {
    const { body } = await ask()
    await hearAll(world)
    expect(await countsOf(world, 'farid')).toEqual(['request_waiting 1'])
    expect(await itemsOf(world, 'devi')).toEqual([])
    expect(await itemsOf(world, 'bakri')).toEqual([])
    const decision = { decision: 'reject' as const, rejection_reason: 'Not now' }
    await world.as('farid').call(changeRequests.decide, { body: { approval_id: body.id, ...decision } })
    await hearAll(world)
    expect(await itemsOf(world, 'farid')).toEqual([])
    expect(await itemsOf(world, 'devi')).toMatchObject([
      { kind: 'request_decided', outcome: 'rejected', label: 'Edit group Makers', reason: 'Not now' },
    ])
  })

  test('about rules lead their maker to the rules, and say why they were rejected', async () => {
    const rule = { field: 'document_remarks', condition: 'regex', value: 'A.*', error_message: 'No remarks.' }
    const asked = await world.as('ezra').callWrongly(rules.ask, { body: { ...rule, reason: 'Head office' } })
    const decision = { decision: 'reject' as const, rejection_reason: 'Please enter a name.' }
    await world.as('farid').call(changeRequests.decide, { body: { approval_id: asked.body.id, ...decision } })
    await hearAll(world)
    const item = await itemOf('ezra', 'request_decided')
    expect(item).toMatchObject({ outcome: 'rejected', reason: 'Please enter a name.' })
    expect(addressOf(item).path).toBe('/data-mapping/validation-rules')
  })
})

describe('what somebody wants to hear', () => {
  test('decides what their inbox shows; superadmins see the deadlines of the law in any case', async () => {
    const { id } = await buildDocument(world, { status: 'Validated' })
    await buildDocument(world, { status: 'Submission Failed' })
    await sql`UPDATE documents SET reject_requested_at = ${clock.now()} WHERE id = ${id}`.execute(db)
    await hearAll(world)
    await hearNotes(engine, { document_ids: [id] })
    for (const who of ['gita', 'devi'] as const)
      await world.as(who).call(profile.setNotifications, { body: { notification_preferences: [] } })
    expect(await itemsOf(world, 'gita')).toEqual([])
    expect(await countsOf(world, 'devi')).toEqual(['rejection_requested 1'])
  })
})

test('an inbox reads an index for as many rows as it counts, and nothing of what was put aside', async () => {
  const at = clock.now()
  await sql`INSERT INTO notices (kind, subject, topic, origin, store_code_id, began_at)
    SELECT 'approval_waiting', 'many-' || n, ${company.entities.kinabalu}, '', ${company.stores.KUL01}, ${at}
    FROM generate_series(1, 20000) n`.execute(db)
  await sql`ANALYZE notices`.execute(db)
  const caller = await world.callerOf('bakri')
  if (caller.kind !== 'user') throw new Error('Bakri is a person.')
  const reader = await readerOf({ db, caller, now: at })
  const reading = () => readingOf(db, foundBy(reader, { by: ['in_app'], boxes: ['inbox'] }), 'notices')
  const { scans, read } = await reading()
  expect(scans).not.toContain('Seq Scan')
  expect(read).toBeLessThan(1_500)
  const [item] = await itemsOf(world, 'bakri')
  expect(item).toMatchObject({ count: 1_000, more: true })
  await mark('bakri', 'approval_waiting', { box: 'done', through: item?.newest_seq ?? 0 })
  expect(await itemsOf(world, 'bakri')).toEqual([])
  expect((await reading()).read).toBe(0)
})

test.each([
  [
    { n: 3, n_trials: 3, parts_max: 3 },
    { count: 3, more: false, trials: 3 },
  ],
  [
    { n: 3, n_trials: 2, parts_max: 3 },
    { count: 3, more: false, trials: 2 },
  ],
  [
    { n: 1_000, n_trials: 1_000, parts_max: 600 },
    { count: 1_000, more: false, trials: 1_000 },
  ],
  [
    { n: 1_001, n_trials: 1_000, parts_max: 1_000 },
    { count: 1_000, more: true, trials: 999 },
  ],
  [
    { n: 4_000, n_trials: 4_000, parts_max: 1_001 },
    { count: 1_000, more: true, trials: 999 },
  ],
])('that all are trials is told only where all were counted: %o', (counted, told) => {
  expect(countOf(counted)).toEqual(told)
})
