import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approvals, UNDO_MS } from '#contract/approvals.ts'
import { documents } from '#contract/documents.ts'
import { MINUTE_MS } from '#domain/time/units.ts'
import { buildDocument, decide, documentOf, payload, submit } from '../../../test/build.ts'
import { ledgerOf } from '../../../test/simulator.ts'
import { eventsOf, forgetJobs } from '../../../test/stored.ts'
import { createWorld, type Who, type World } from '../../../test/world.ts'
import { sendApproved } from '../sending/send.job.ts'
import { sweep } from '../sweep.job.ts'
import { releaseRun } from './release.job.ts'

let world: World

beforeAll(async () => {
  world = await createWorld({ simulator: true })
})
beforeEach(() => forgetJobs(world))

/** Pending documents of Aminah's, made in one call. */
const buildPending = async (count: number): Promise<string[]> => {
  const made = await submit(
    world,
    'aminah',
    Array.from({ length: count }, () => payload()),
  )
  return made.body.UUIDs
}

const approve = (who: Who, uuids: readonly string[], revision = 1) =>
  world.as(who).call(approvals.approve, { body: { documents: uuids.map((uuid) => ({ uuid, revision })) } })

const undo = (who: Who, id: string) => world.as(who).call(approvals.undo, { params: { id } })

const statusesOf = async (uuids: readonly string[]) =>
  (await Promise.all(uuids.map((uuid) => documentOf(world, uuid)))).map(({ status }) => status)

const send = async (uuid: string) => sendApproved(world.engine, await documentOf(world, uuid))

/** Jobs that concern a run, or all of a kind. */
const jobsOf = async (name: string, run_id?: string) => {
  const { rows } = await sql<{ run_id: string | null }>`
    SELECT data ->> 'run_id' AS run_id FROM pgboss.job WHERE name = ${name}`.execute(world.db)
  return rows.filter((row) => !run_id || row.run_id === run_id).length
}

describe('approving many in one call', () => {
  test('answers for each, signs each hash and stops at no refusal', async () => {
    const [first = '', second = '', third = ''] = await buildPending(3)
    const own = await buildDocument(world, { who: 'devi' })
    await decide(world, 'farid', second)
    const absent = '00000000-0000-4000-8000-000000000000'
    const seen = [first, second, third, own.id, absent].map((uuid) => ({ uuid, revision: 1 }))
    seen[2] = { uuid: third, revision: 2 }
    const answer = await world.as('devi').call(approvals.approve, { body: { documents: seen } })
    expect(answer.status).toBe(200)
    expect(answer.body.results).toEqual([
      { uuid: first, result: 'approved', code: '', why: '' },
      expect.objectContaining({
        ...{ uuid: second, result: 'refused', code: 'already_decided' },
        why: expect.stringMatching(/^Already approved by Farid .* it is Approved now\.$/),
      }),
      expect.objectContaining({ uuid: third, result: 'refused', code: 'changed_meanwhile' }),
      expect.objectContaining({ uuid: own.id, result: 'refused', code: 'own_document' }),
      expect.objectContaining({ uuid: absent, result: 'refused', code: 'not_found' }),
    ])
    expect(answer.body.run).toMatchObject({
      ...{ state: 'undoable', total: 5, approved: 1, refused: 4, undo_ms: UNDO_MS },
      sums: [{ currency: 'MYR', kind: 'charged', documents: 4, total: '550.00' }],
    })
    const row = await documentOf(world, first)
    expect(row).toMatchObject({
      ...{ status: 'Approved', approved_hash: row.content_hash, approved_by: world.company.users.devi },
      approved_at: world.clock.now(),
    })
    expect(await eventsOf(world, first)).toEqual(['create', 'approve'])
    expect((await documentOf(world, own.id)).status).toBe('Pending Approval')
  })

  test('under one key twice is one approval with one answer', async () => {
    const uuids = await buildPending(2)
    const body = { documents: uuids.map((uuid) => ({ uuid, revision: 1 })) }
    const headers = { 'idempotency-key': 'bulk-1' }
    const [first, again] = await Promise.all([
      world.as('bakri').call(approvals.approve, { body }, { headers }),
      world.as('bakri').call(approvals.approve, { body }, { headers }),
    ])
    expect(again.body).toEqual(first.body)
    expect(first.body.run.approved).toBe(2)
    expect(await eventsOf(world, uuids[0] ?? '')).toEqual(['create', 'approve'])
  })

  test('refuses a document named twice, none, and more than fit', async () => {
    const [uuid = ''] = await buildPending(1)
    const named = (documents: unknown) =>
      world.as('bakri').callWrongly(approvals.approve, { body: { documents } })
    for (const wrong of [
      [
        { uuid, revision: 1 },
        { uuid: uuid.toUpperCase(), revision: 1 },
      ],
      [],
      Array.from({ length: 501 }, () => ({ uuid, revision: 1 })),
      [{ uuid }],
    ])
      expect(await named(wrong)).toMatchObject({ status: 400, body: { code: 'invalid_fields' } })
    expect(await statusesOf([uuid])).toEqual(['Pending Approval'])
  })

  test('two approvers at once, over sets that overlap: each document is approved once', async () => {
    const uuids = await buildPending(12)
    const [left, right] = [uuids.slice(0, 9), uuids.slice(3).toReversed()]
    const answers = await Promise.all([
      approve('bakri', left),
      approve('devi', right),
      approve('farid', left),
    ])
    const approved = answers.flatMap(({ body }) =>
      body.results.filter(({ result }) => result === 'approved').map(({ uuid }) => uuid),
    )
    expect(approved.toSorted()).toEqual(uuids.toSorted())
    for (const uuid of uuids) expect(await eventsOf(world, uuid)).toEqual(['create', 'approve'])
  })

  test('an edit that comes at the same time is never approved unseen', async () => {
    const uuids = await buildPending(6)
    for (const uuid of uuids)
      await decide(world, 'bakri', uuid, { status: 'Rejected', rejection_reason: 'Wrong buyer' })
    const edits = uuids.map((uuid) =>
      submit(world, 'aminah', payload({ uuid, revision: 1, document_remarks: 'Edited' })),
    )
    await Promise.all([...edits, approve('bakri', uuids), approve('bakri', uuids)])
    for (const uuid of uuids) {
      const row = await documentOf(world, uuid)
      expect(row).toMatchObject({ status: 'Pending Approval', revision: 2, approved_hash: null })
    }
    expect((await approve('bakri', uuids, 2)).body.run.approved).toBe(6)
  })
})

describe('until the time for undoing is over', () => {
  test('nothing is sent, by whatever comes along; then each is, once', async () => {
    const uuids = await buildPending(3)
    const { body } = await approve('bakri', uuids)
    expect(await jobsOf('documents.send')).toBe(0)
    const [uuid = ''] = uuids
    world.clock.advance(UNDO_MS - 1)
    await sweep(world.engine, 0)
    await releaseRun(world.engine, { run_id: body.run.id })
    await send(uuid)
    expect(await statusesOf(uuids)).toEqual(['Approved', 'Approved', 'Approved'])
    expect(await ledgerOf(world, (await documentOf(world, uuid)).invoice_number)).toEqual([])
    world.clock.advance(1)
    await forgetJobs(world)
    await Promise.all([1, 2].map(() => releaseRun(world.engine, { run_id: body.run.id })))
    expect(await jobsOf('documents.send')).toBe(1)
    await Promise.all(uuids.map(send))
    await send(uuid)
    expect(await statusesOf(uuids)).toEqual(['Submitted', 'Submitted', 'Submitted'])
    for (const sent of uuids)
      expect(await ledgerOf(world, (await documentOf(world, sent)).invoice_number)).toHaveLength(1)
  })

  test('they go out also where the clock of who approved is far ahead of the worker’s', async () => {
    const uuids = await buildPending(1)
    const { body } = await approve('bakri', uuids)
    const clock = { now: () => new Date(world.clock.now().getTime() - 5 * MINUTE_MS) }
    await forgetJobs(world)
    // The job comes when the time is over by the clock of the database.
    await releaseRun({ ...world.engine, clock }, { run_id: body.run.id })
    expect([await jobsOf('documents.release-run'), await jobsOf('documents.send')]).toEqual([0, 1])
    const read = await world.as('bakri').call(approvals.read, { params: { id: body.run.id } })
    expect(read.body).toMatchObject({ state: 'released' })
  })

  test('a run whose job was lost is released by the sweep, with nobody there', async () => {
    const uuids = await buildPending(1)
    const { body } = await approve('bakri', uuids)
    await forgetJobs(world)
    world.clock.advance(UNDO_MS)
    await sweep(world.engine)
    expect(await jobsOf('documents.release-run', body.run.id)).toBe(0)
    world.clock.advance(60_000)
    for (let sweeps = 0; sweeps < 2; sweeps += 1) await sweep(world.engine)
    expect(await jobsOf('documents.release-run', body.run.id)).toBe(1)
    await releaseRun(world.engine, { run_id: body.run.id })
    const read = await world.as('bakri').call(approvals.read, { params: { id: body.run.id } })
    expect(read.body).toMatchObject({ state: 'released' })
  })

  test('its maker takes them back to Pending Approval, and the approval is void', async () => {
    const uuids = await buildPending(3)
    const { body } = await approve('bakri', uuids)
    const [held = ''] = uuids
    await world.as('devi').call(documents.hold, { params: { uuid: held }, body: { reason: 'Ask first' } })
    expect((await undo('devi', body.run.id)).status).toBe(404)
    const undone = await undo('bakri', body.run.id)
    expect(undone).toMatchObject({ status: 200, body: { state: 'undone', undone: 3, undo_ms: 0 } })
    expect((await undo('bakri', body.run.id)).body).toMatchObject({ state: 'undone', undone: 3 })
    for (const uuid of uuids)
      expect(await documentOf(world, uuid)).toMatchObject({
        ...{ status: 'Pending Approval', approved_hash: null, approved_by: null, approved_at: null },
        status_message: 'The approval was undone before anything was sent to LHDN.',
      })
    expect(await eventsOf(world, held)).toEqual(['create', 'approve', 'hold', 'undo_approval'])
    world.clock.advance(UNDO_MS)
    await releaseRun(world.engine, { run_id: body.run.id })
    await send(held)
    expect(await statusesOf(uuids)).toEqual(['Pending Approval', 'Pending Approval', 'Pending Approval'])
    expect((await approve('bakri', uuids)).body.run).toMatchObject({ state: 'undoable', approved: 3 })
  })

  test('is too late afterwards, also where the release is late itself', async () => {
    const uuids = await buildPending(1)
    const { body } = await approve('bakri', uuids)
    world.clock.advance(UNDO_MS)
    expect(await undo('bakri', body.run.id)).toMatchObject({ status: 409, body: { code: 'too_late' } })
    await releaseRun(world.engine, { run_id: body.run.id })
    expect(await undo('bakri', body.run.id)).toMatchObject({ status: 409, body: { code: 'too_late' } })
    expect(await statusesOf(uuids)).toEqual(['Approved'])
  })

  test('undoing and releasing at once end in one of the two', async () => {
    for (let round = 0; round < 5; round += 1) {
      const uuids = await buildPending(2)
      const { body } = await approve('bakri', uuids)
      const undoing = undo('bakri', body.run.id)
      world.clock.advance(UNDO_MS)
      const [undone] = await Promise.all([undoing, releaseRun(world.engine, { run_id: body.run.id })])
      for (const uuid of uuids) await send(uuid)
      const end = undone.status === 200 ? 'Pending Approval' : 'Submitted'
      expect(await statusesOf(uuids)).toEqual([end, end])
    }
  })

  test('a single approval is as it was: sent without delay', async () => {
    const [uuid = ''] = await buildPending(1)
    await decide(world, 'bakri', uuid)
    expect(await jobsOf('documents.send')).toBe(1)
    await send(uuid)
    expect(await statusesOf([uuid])).toEqual(['Submitted'])
  })
})

describe('all that match', () => {
  const freeze = async (who: Who, body: Record<string, string> = {}) =>
    (await world.as(who).call(approvals.freeze, { body })).body
  const approveFrozen = (who: Who, id: string) =>
    world.as(who).call(approvals.approveFrozen, { params: { id } })
  const remarkable = (invoice_number: string, given = {}) =>
    buildDocument(world, { source: 'API', who: 'key', invoice_number, ...given })

  test('is what matched at the moment of asking, with sums by currency that are exact', async () => {
    const first = await remarkable('FRZ-1')
    const second = await remarkable('FRZ-2', { invoice_currency: 'USD', currency_exchange_rate: '4.2' })
    const edited = await remarkable('FRZ-3')
    const set = await freeze('bakri', { invoice_number: 'FRZ-' })
    expect(set).toMatchObject({
      ...{ state: 'frozen', total: 3, approved: 0, undo_ms: 0 },
      sums: [
        { currency: 'MYR', kind: 'charged', documents: 2, total: '275.00' },
        { currency: 'USD', kind: 'charged', documents: 1, total: '137.50' },
      ],
    })
    const late = await remarkable('FRZ-4')
    await sql`UPDATE documents SET revision = 2 WHERE id = ${edited.id}`.execute(world.db)
    const { body } = await approveFrozen('bakri', set.id)
    expect(body).toMatchObject({ state: 'undoable', total: 3, approved: 2, refused: 1 })
    expect(body.refusals).toEqual([
      expect.objectContaining({ uuid: edited.id, invoice_number: 'FRZ-3', code: 'changed_meanwhile' }),
    ])
    expect(await statusesOf([first.id, second.id, edited.id, late.id])).toEqual([
      ...['Approved', 'Approved', 'Pending Approval', 'Pending Approval'],
    ])
    expect((await approveFrozen('bakri', set.id)).body).toEqual(body)
    const file = await world.as('bakri').call(approvals.refusals, { params: { id: set.id } })
    expect(file.text.split('\r\n')[1]).toMatch(
      `FRZ-3,${edited.id},changed_meanwhile,The document was changed`,
    )
  })

  test('tells whose they are, and is of one company where one is asked for', async () => {
    const given = { source: 'API', who: 'chong', sender_store_code: 'JHB01' } as const
    const made = [
      await remarkable('COM-1'),
      await buildDocument(world, { ...given, invoice_number: 'COM-2' }),
    ]
    const [kinabalu, selat] = ['Kinabalu Trading Sdn Bhd', 'Selat Foods Sdn Bhd']
    expect(await freeze('devi', { invoice_number: 'COM-' })).toMatchObject({
      ...{ total: 2, companies: [kinabalu, selat] },
      sums: [{ currency: 'MYR', kind: 'charged', documents: 2 }],
    })
    const of = { sender_entity_code: '1000000000000025' }
    const set = await freeze('devi', { invoice_number: 'COM-', ...of })
    expect(set).toMatchObject({ total: 1, companies: [selat] })
    await approveFrozen('devi', set.id)
    expect(await statusesOf(made.map(({ id }) => id))).toEqual(['Pending Approval', 'Approved'])
  })

  test('tells apart what is charged, given back and owed by the company itself', async () => {
    const [, note, own] = [await remarkable('KND-1'), await remarkable('KND-2'), await remarkable('KND-3')]
    const retyped = (id: string, invoice_type: string) =>
      sql`UPDATE documents SET invoice_type = ${invoice_type} WHERE id = ${id}`.execute(world.db)
    await retyped(note.id, '02')
    await retyped(own.id, '11')
    expect((await freeze('bakri', { invoice_number: 'KND-' })).sums).toEqual([
      { currency: 'MYR', kind: 'charged', documents: 1, total: '137.50' },
      { currency: 'MYR', kind: 'credited', documents: 1, total: '-137.50' },
      { currency: 'MYR', kind: 'self_billed', documents: 1, total: '137.50' },
    ])
  })

  test('holds only what its maker may approve, and is nobody else’s', async () => {
    const own = await remarkable('OWN-1', { source: 'UI', who: 'devi' })
    const other = await remarkable('OWN-2')
    const set = await freeze('devi', { invoice_number: 'OWN-' })
    expect(set.total).toBe(1)
    for (const who of ['bakri', 'chong', 'ezra'] as const) {
      expect((await approveFrozen(who, set.id)).status).toBe(404)
      expect((await world.as(who).call(approvals.read, { params: { id: set.id } })).status).toBe(404)
      expect((await world.as(who).call(approvals.refusals, { params: { id: set.id } })).status).toBe(404)
    }
    expect((await freeze('chong', { invoice_number: 'OWN-' })).total).toBe(0)
    await approveFrozen('devi', set.id)
    expect(await statusesOf([own.id, other.id])).toEqual(['Pending Approval', 'Approved'])
  })

  test('is forgotten by the next one, and too old after a quarter of an hour', async () => {
    const former = await freeze('bakri')
    const set = await freeze('bakri')
    expect((await approveFrozen('bakri', former.id)).status).toBe(404)
    world.clock.advance(15 * MINUTE_MS + 1)
    expect(await approveFrozen('bakri', set.id)).toMatchObject({ status: 409, body: { code: 'set_expired' } })
  })

  test('of none is approved without a trace', async () => {
    const set = await freeze('bakri', { invoice_number: 'nothing bears this' })
    expect((await approveFrozen('bakri', set.id)).body).toMatchObject({
      state: 'released',
      total: 0,
      release_at: null,
    })
  })
})
