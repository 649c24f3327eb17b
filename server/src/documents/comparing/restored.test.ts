import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { documents } from '#contract/documents.ts'
import { noticesOf } from '#domain/notifications/of-document.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time/units.ts'
import { buildDocument, decide, documentOf, line, payload, submit } from '../../../test/build.ts'
import { ledgerOf, planFault } from '../../../test/simulator.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { ENTITIES } from '../../demo/company.ts'
import { ask } from '../../entities/access/equip.ts'
import { openJobs } from '../../platform/jobs/runner.ts'
import { startWorker } from '../../worker.ts'
import { releaseHeld } from '../deciding/release-held.ts'
import { standingOf } from '../reading/standing.ts'
import { sendApproved } from '../sending/send.job.ts'
import { recogniseJob } from '../store/jobs.ts'
import { on } from '../store/tables.ts'
import { sweep } from '../sweep.job.ts'
import { compare, LIMITS } from './compare.job.ts'
import { backUp, comeBack, sendAll } from './fixtures/restoring.ts'
import { recognise } from './recognise.job.ts'
import { giveSign } from './silence.ts'

let world: World

beforeEach(async () => {
  world = await createWorld({ simulator: true })
  await giveSign(world.engine)
})

const detail = async (id: string) =>
  (await world.as('bakri').call(documents.get, { params: { uuid: id } })).body

/** What people are told of it. */
const toldOf = async (id: string) =>
  (await standingOf(world.db, [id])).flatMap((facts) =>
    noticesOf(facts, world.clock.now()).map(({ kind }) => kind),
  )

const setSimulator = (settings: { search_lag_ms: number } | { validation_delay_ms: number }) =>
  ask(`${world.simulator_url}/_sim/settings`, z.unknown(), settings, 'PUT')

describe('after a database was put back from a backup', () => {
  it('what was sent since is recognised, and not sent again', async () => {
    const sent = await buildDocument(world, { status: 'Approved' })
    const restore = await backUp(world)
    const before = await sendAll(world, sent.id)
    expect(before.status).toBe('Validated')
    await restore()
    expect((await documentOf(world, sent.id)).status).toBe('Approved')

    await comeBack(world)
    await compare(world.engine)
    expect((await sendAll(world, sent.id)).status).toBe('OnHold')
    await recognise(world.engine, { sender_entity_id: sent.sender_entity_id, document_id: sent.id })
    const { status, authority_uuid, long_id } = await sendAll(world, sent.id)
    const facts = { authority_uuid: before.authority_uuid, long_id: before.long_id }
    expect({ status, authority_uuid, long_id }).toEqual({ status: 'Validated', ...facts })
    expect(await ledgerOf(world, sent.invoice_number)).toHaveLength(1)
    const { history, attempts } = await detail(sent.id)
    expect(history.map(({ event }) => event)).toEqual([
      'create',
      'approve',
      'hold',
      'release',
      'accept',
      'validate',
    ])
    expect(attempts).toMatchObject([
      { state: 'accepted', document_hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ])
  })

  it('all of it by the worker alone', { timeout: 150_000 }, async () => {
    const sent = await buildDocument(world, { status: 'Approved' })
    const restore = await backUp(world)
    await sendAll(world, sent.id)
    await restore()
    world.clock.advance(HOUR_MS)
    const jobs = openJobs({ connection: world.connection, log: world.log, connections_max: 3 })
    await startWorker(jobs, world.engine, world.outlets)
    await expect
      .poll(async () => (await documentOf(world, sent.id)).status, { timeout: 120_000 })
      .toBe('Validated')
    await jobs.stop({ graceful: true })
    expect(await ledgerOf(world, sent.invoice_number)).toHaveLength(1)
  })

  /** Pending at the backup; rejected, changed, approved and sent since; and approved once more as it was. */
  const sentOtherwise = async () => {
    const { id } = await buildDocument(world)
    const restore = await backUp(world)
    await decide(world, 'bakri', id, { status: 'Rejected', rejection_reason: 'Wrong quantity' })
    await submit(world, 'aminah', payload({ uuid: id, items: [line({ quantity: '12' })] }))
    await decide(world, 'bakri', id)
    expect((await sendAll(world, id)).status).toBe('Validated')
    await restore()
    await comeBack(world)
    await compare(world.engine)
    await decide(world, 'bakri', id)
    return sendAll(world, id)
  }

  it('what was changed before it was sent stays on hold, with what LHDN has, until a person lets it go', async () => {
    const row = await sentOtherwise()
    const { id, sender_entity_id, invoice_number, status, status_message } = row
    const [first] = await ledgerOf(world, invoice_number)
    expect(status).toBe('OnHold')
    const seen = `${first?.uuid}, received 15 Jul 2026, 12:00 MYT, MYR 165.00 in all.`
    expect(status_message).toContain(`${seen} Lulus is asking`)
    const release = () => world.as('bakri').call(documents.release, { params: { uuid: id } })
    expect(await release()).toMatchObject({ status: 409, body: { code: 'recognising' } })
    // Whoever holds it as well does not make it anybody's to send.
    await world.as('bakri').call(documents.hold, { params: { uuid: id }, body: { reason: 'Ask the shop' } })
    expect(await release()).toMatchObject({ status: 409, body: { code: 'recognising' } })
    expect(await toldOf(id)).toEqual([])
    await recognise(world.engine, { sender_entity_id, document_id: id })
    await recognise(world.engine, { sender_entity_id, document_id: id })
    expect(await toldOf(id)).toEqual(['received_already'])
    expect((await documentOf(world, id)).status_message).toContain(`${seen} It is not this one`)
    expect((await detail(id)).history.filter(({ by }) => by === 'LHDN')).toHaveLength(2)
    await releaseHeld(world.engine, { sender_entity_id })
    await sweep(world.engine, 0)
    expect((await sendAll(world, id)).status).toBe('OnHold')
    expect(await ledgerOf(world, invoice_number)).toHaveLength(1)

    await world.as('bakri').call(documents.release, { params: { uuid: id } })
    expect((await sendAll(world, id)).status).toBe('Validated')
    expect(await ledgerOf(world, invoice_number)).toHaveLength(2)
  })

  it('one that was released is held again when it is approved anew', async () => {
    const { id, sender_entity_id } = await sentOtherwise()
    await recognise(world.engine, { sender_entity_id, document_id: id })
    await world.as('bakri').call(documents.release, { params: { uuid: id } })
    await planFault(world, 'submit', '403')
    expect((await sendAll(world, id)).status).toBe('Submission Failed')
    world.clock.advance(MINUTE_MS)
    await submit(world, 'aminah', payload({ uuid: id }))
    await decide(world, 'bakri', id)
    expect((await sendAll(world, id)).status).toBe('OnHold')
  })

  it('people are told of it as of what the server holds, and may hold it themselves', async () => {
    const { id } = await sentOtherwise()
    expect((await detail(id)).may.hold).toMatchObject({ ok: true })
    expect((await detail(id)).may.release).toMatchObject({ ok: true })
  })

  it('one of which LHDN does not tell is looked at again by the sweep, and is a person’s after two hours', async () => {
    const { id, sender_entity_id } = await sentOtherwise()
    await planFault(world, 'raw', '503')
    await expect(recognise(world.engine, { sender_entity_id, document_id: id })).rejects.toThrow(
      'does not show',
    )
    await sql`DELETE FROM pgboss.job WHERE name = ${recogniseJob.name}`.execute(world.db)
    await sweep(world.engine, 0)
    const jobs = await sql`SELECT data FROM pgboss.job WHERE name = ${recogniseJob.name}`.execute(world.db)
    expect(jobs.rows).toEqual([{ data: { sender_entity_id, document_id: id } }])
    world.clock.advance(2 * HOUR_MS + 1)
    expect((await world.as('bakri').call(documents.release, { params: { uuid: id } })).status).toBe(200)
  })

  it('what LHDN finds invalid afterwards stands in nobody’s way', async () => {
    const { id, sender_entity_id } = await buildDocument(world, {
      status: 'Approved',
      customer: { name: 'SIM INVALID' },
    })
    const restore = await backUp(world)
    await setSimulator({ validation_delay_ms: 2 * HOUR_MS })
    await sendApproved(world.engine, await documentOf(world, id))
    await restore()
    await comeBack(world)
    await compare(world.engine)
    expect((await sendAll(world, id)).status).toBe('OnHold')
    world.clock.advance(2 * HOUR_MS)
    await recognise(world.engine, { sender_entity_id, document_id: id })
    expect((await documentOf(world, id)).status).toBe('Approved')
    expect(await on(world.db).selectFrom('found_documents').select('number').execute()).toEqual([])
  })

  it('what was uploaded since, and is uploaded once more, is not sent a second time', async () => {
    const restore = await backUp(world)
    const lost = await buildDocument(world, { status: 'Validated', invoice_number: 'ERP-77' })
    await restore()
    await comeBack(world)
    await compare(world.engine)
    const again = await buildDocument(world, { status: 'Approved', invoice_number: 'ERP-77' })
    expect((await sendAll(world, again.id)).status).toBe('OnHold')
    await recognise(world.engine, { sender_entity_id: again.sender_entity_id, document_id: again.id })
    expect(await sendAll(world, again.id)).toMatchObject({
      status: 'Validated',
      authority_uuid: lost.authority_uuid,
    })
    expect(await ledgerOf(world, 'ERP-77')).toHaveLength(1)
  })

  it('a company whose credentials are entered afterwards is compared first', async () => {
    const sent = await buildDocument(world, { status: 'Approved' })
    const restore = await backUp(world)
    await sendAll(world, sent.id)
    await restore()
    const kept = await sql<{
      row: string
    }>`DELETE FROM entity_secrets RETURNING to_jsonb(entity_secrets) AS row`.execute(world.db)
    await comeBack(world)
    await compare(world.engine)
    await sql`INSERT INTO entity_secrets SELECT * FROM jsonb_populate_recordset(NULL::entity_secrets,
      ${JSON.stringify(kept.rows.map(({ row }) => row))}::jsonb)`.execute(world.db)
    expect((await sendAll(world, sent.id)).status).toBe('Approved')
    await compare(world.engine)
    expect((await sendAll(world, sent.id)).status).toBe('OnHold')
    expect(await ledgerOf(world, sent.invoice_number)).toHaveLength(1)
  })

  it('what the search does not show yet is looked for once more before anything is sent', async () => {
    const limits = { ...LIMITS, lag_ms: { ...LIMITS.lag_ms, simulator: 2 * MINUTE_MS } }
    const sent = await buildDocument(world, { status: 'Approved' })
    const restore = await backUp(world)
    await sendAll(world, sent.id)
    await restore()
    world.clock.advance(4 * MINUTE_MS)
    await setSimulator({ search_lag_ms: 5 * MINUTE_MS })
    await giveSign(world.engine)
    await compare(world.engine, limits)
    expect((await sendAll(world, sent.id)).status).toBe('Approved')
    world.clock.advance(2 * MINUTE_MS + 10_000)
    await giveSign(world.engine)
    await compare(world.engine, limits)
    await setSimulator({ search_lag_ms: 0 })
    expect((await sendAll(world, sent.id)).status).toBe('OnHold')
  })

  it('one that has just begun is not in need of a second look, however long a statement was on the way', async () => {
    const comparisons = () => on(world.db).selectFrom('comparisons').select('began_at').execute()
    await comeBack(world)
    expect(await comparisons()).not.toEqual([])
    await sql`DELETE FROM comparisons WHERE environment <> 'simulator'`.execute(world.db)
    await sql`UPDATE comparisons SET began_at = began_at + interval '1 minute'`.execute(world.db)
    await compare(world.engine)
    expect(await comparisons()).toEqual([])
  })

  it('numbers that LHDN has are not given once more, and those of other programs are nobody’s here', async () => {
    const first = await buildDocument(world)
    const restore = await backUp(world)
    const lost = [await buildDocument(world), await buildDocument(world, { status: 'Validated' })]
    await buildDocument(world, { status: 'Validated', invoice_number: 'ERP-77' })
    await restore()
    await comeBack(world)
    await compare(world.engine)
    const found = on(world.db)
      .selectFrom('found_documents')
      .select(['number', 'store_code_id'])
      .orderBy('number')
    expect(await found.execute()).toEqual([
      { number: 'ERP-77', store_code_id: null },
      { number: lost[1]?.invoice_number, store_code_id: world.company.stores.KUL01 },
    ])
    const missing = async (who: 'aminah' | 'chong') =>
      (await world.as(who).call(documents.troubles, {})).body.missing
    expect(await missing('aminah')).toMatchObject([
      { name: ENTITIES.kinabalu.name, documents: 1, invoice_number: lost[1]?.invoice_number },
    ])
    expect(await missing('chong')).toEqual([])
    const next = await buildDocument(world)
    expect([first, ...lost, next].map(({ invoice_number }) => invoice_number)).toEqual([
      'M-KUL0101000001',
      'M-KUL0101000002',
      'M-KUL0101000003',
      'M-KUL0101000004',
    ])
  })

  it('one that was given once more, before it was compared, is held and not taken for the other', async () => {
    const restore = await backUp(world)
    await buildDocument(world, { status: 'Validated', items: [line({ quantity: '3' })] })
    await restore()
    const again = await buildDocument(world, { status: 'Approved' })
    await comeBack(world)
    await compare(world.engine)
    expect((await sendAll(world, again.id)).status).toBe('OnHold')
    await recognise(world.engine, { sender_entity_id: again.sender_entity_id, document_id: again.id })
    expect((await documentOf(world, again.id)).status).toBe('OnHold')
    expect(await ledgerOf(world, again.invoice_number)).toHaveLength(1)
  })

  it('what was cancelled at LHDN since is taken over as such', async () => {
    const sent = await buildDocument(world, { status: 'Approved' })
    const restore = await backUp(world)
    expect((await sendAll(world, sent.id)).status).toBe('Validated')
    const cancelled = await world
      .as('devi')
      .call(documents.cancel, { params: { uuid: sent.id }, body: { reason: 'Wrong buyer' } })
    expect(cancelled.status).toBe(200)
    await restore()
    await comeBack(world)
    await compare(world.engine)
    expect((await sendAll(world, sent.id)).status).toBe('OnHold')
    await recognise(world.engine, { sender_entity_id: sent.sender_entity_id, document_id: sent.id })
    expect((await sendAll(world, sent.id)).status).toBe('User Cancelled')
    expect(await ledgerOf(world, sent.invoice_number)).toHaveLength(1)
  })
})
