import { beforeEach, describe, expect, it } from 'vitest'
import { documents } from '#contract/documents.ts'
import { buildDocument, decide, documentOf, line, payload, submit } from '../../../test/build.ts'
import { clearFaults, faultsLeft, ledgerOf, planFault } from '../../../test/simulator.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { ENTITIES } from '../../demo/company.ts'
import { openJobs } from '../../platform/jobs/runner.ts'
import { startWorker } from '../../worker.ts'
import { releaseHeld } from '../deciding/release-held.ts'
import { questionOf } from '../life/await-verdict.ts'
import { sendApproved } from '../sending/send.job.ts'
import { on } from '../store/tables.ts'
import { sweep } from '../sweep.job.ts'
import { pollSubmission } from '../verdicts/poll.job.ts'
import { compare } from './compare.job.ts'
import { backUp } from './fixtures/restoring.ts'
import { recognise } from './recognise.job.ts'
import { giveSign } from './silence.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

let world: World

beforeEach(async () => {
  world = await createWorld({ simulator: true })
  await giveSign(world.engine)
})

/** Sends what is approved, and asks for the verdict on this one. */
const sendAll = async (id: string) => {
  await sendApproved(world.engine, await documentOf(world, id))
  const row = await documentOf(world, id)
  if (row.status === 'Submitted') await pollSubmission(world.engine, questionOf(row))
  return documentOf(world, id)
}

const detail = async (id: string) =>
  (await world.as('bakri').call(documents.get, { params: { uuid: id } })).body

/** A worker is there again, an hour later. */
const comeBack = async () => {
  world.clock.advance(HOUR_MS)
  await giveSign(world.engine)
}

describe('after a database was put back from a backup', () => {
  it('what was sent since is recognised, and not sent again', async () => {
    const sent = await buildDocument(world, { status: 'Approved' })
    const restore = await backUp(world)
    const before = await sendAll(sent.id)
    expect(before.status).toBe('Validated')
    await restore()
    expect((await documentOf(world, sent.id)).status).toBe('Approved')

    await comeBack()
    await compare(world.engine)
    expect((await sendAll(sent.id)).status).toBe('OnHold')
    await recognise(world.engine, { sender_entity_id: sent.sender_entity_id, document_id: sent.id })
    const { status, authority_uuid, long_id } = await sendAll(sent.id)
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

  it('all of it by the worker alone', async () => {
    const sent = await buildDocument(world, { status: 'Approved' })
    const restore = await backUp(world)
    await sendAll(sent.id)
    await restore()
    world.clock.advance(HOUR_MS)
    const jobs = openJobs({ connection: world.connection, log: world.log, connections_max: 3 })
    await startWorker(jobs, world.engine, world.outlets)
    await expect
      .poll(async () => (await documentOf(world, sent.id)).status, { timeout: 60_000 })
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
    expect((await sendAll(id)).status).toBe('Validated')
    await restore()
    await comeBack()
    await compare(world.engine)
    await decide(world, 'bakri', id)
    return sendAll(id)
  }

  it('what was changed before it was sent stays on hold, with what LHDN has, until a person lets it go', async () => {
    const row = await sentOtherwise()
    const { id, sender_entity_id, invoice_number, status, status_message } = row
    const [first] = await ledgerOf(world, invoice_number)
    expect(status).toBe('OnHold')
    expect(status_message).toContain(`${first?.uuid}, received 15 Jul 2026, 12:00 MYT, 165.00 in all.`)
    await recognise(world.engine, { sender_entity_id, document_id: id })
    await releaseHeld(world.engine, { sender_entity_id })
    await sweep(world.engine, 0)
    expect((await sendAll(id)).status).toBe('OnHold')
    expect(await ledgerOf(world, invoice_number)).toHaveLength(1)

    await world.as('bakri').call(documents.release, { params: { uuid: id } })
    expect((await sendAll(id)).status).toBe('Validated')
    expect(await ledgerOf(world, invoice_number)).toHaveLength(2)
  })

  it('one that was released is held again when it is approved anew', async () => {
    const { id } = await sentOtherwise()
    await world.as('bakri').call(documents.release, { params: { uuid: id } })
    await planFault(world, 'submit', '403')
    expect((await sendAll(id)).status).toBe('Submission Failed')
    world.clock.advance(MINUTE_MS)
    await submit(world, 'aminah', payload({ uuid: id }))
    await decide(world, 'bakri', id)
    expect((await sendAll(id)).status).toBe('OnHold')
  })

  it('people are told of it as of what the server holds, and may hold it themselves', async () => {
    const { id } = await sentOtherwise()
    expect((await detail(id)).may.hold).toMatchObject({ ok: true })
    expect((await detail(id)).may.release).toMatchObject({ ok: true })
  })

  it('numbers that LHDN has are not given once more, and those of other programs are nobody’s here', async () => {
    const first = await buildDocument(world)
    const restore = await backUp(world)
    const lost = [await buildDocument(world), await buildDocument(world, { status: 'Validated' })]
    await buildDocument(world, { status: 'Validated', invoice_number: 'ERP-77' })
    await restore()
    await comeBack()
    await compare(world.engine)
    const found = await on(world.db).selectFrom('found_documents').select(['number', 'issued_at']).execute()
    expect(found).toEqual([{ number: lost[1]?.invoice_number, issued_at: expect.any(Date) }])
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
    await comeBack()
    await compare(world.engine)
    expect((await sendAll(again.id)).status).toBe('OnHold')
    await recognise(world.engine, { sender_entity_id: again.sender_entity_id, document_id: again.id })
    expect((await documentOf(world, again.id)).status).toBe('OnHold')
    expect(await ledgerOf(world, again.invoice_number)).toHaveLength(1)
  })

  it('what was cancelled at LHDN since is taken over as such', async () => {
    const sent = await buildDocument(world, { status: 'Approved' })
    const restore = await backUp(world)
    await sendAll(sent.id)
    await world
      .as('devi')
      .call(documents.cancel, { params: { uuid: sent.id }, body: { reason: 'Wrong buyer' } })
    await restore()
    await comeBack()
    await compare(world.engine)
    await sendAll(sent.id)
    await recognise(world.engine, { sender_entity_id: sent.sender_entity_id, document_id: sent.id })
    expect((await sendAll(sent.id)).status).toBe('User Cancelled')
    expect(await ledgerOf(world, sent.invoice_number)).toHaveLength(1)
  })
})

describe('after nobody was there', () => {
  it('nothing is sent until LHDN has said what it has; what waits for long is shown on hold', async () => {
    const { id, sender_entity_id } = await buildDocument(world, { status: 'Approved' })
    world.clock.advance(HOUR_MS)
    // Before anybody has noticed.
    expect((await sendAll(id)).status).toBe('Approved')
    await giveSign(world.engine)
    await planFault(world, 'search', '503', 9)
    await compare(world.engine)
    expect((await sendAll(id)).status).toBe('Approved')
    for (const _ of Array.from({ length: 31 })) {
      world.clock.advance(MINUTE_MS)
      await giveSign(world.engine)
    }
    const waiting = await sendAll(id)
    expect(waiting).toMatchObject({
      status: 'OnHold',
      status_message: expect.stringContaining('LHDN is asked first what it has received since'),
    })
    await releaseHeld(world.engine, { sender_entity_id })
    expect((await documentOf(world, id)).status).toBe('OnHold')

    await clearFaults(world)
    await compare(world.engine)
    await releaseHeld(world.engine, { sender_entity_id })
    expect((await sendAll(id)).status).toBe('Validated')
  })

  it('and the database is as it was, nothing is found', async () => {
    const sent = await buildDocument(world, { status: 'Validated' })
    const waiting = await buildDocument(world, { status: 'Approved' })
    await comeBack()
    expect(await on(world.db).selectFrom('comparisons').selectAll().execute()).not.toEqual([])
    await compare(world.engine)
    expect(await on(world.db).selectFrom('comparisons').selectAll().execute()).toEqual([])
    expect(await on(world.db).selectFrom('found_documents').selectAll().execute()).toEqual([])
    expect((await sendAll(waiting.id)).status).toBe('Validated')
    expect(await ledgerOf(world, sent.invoice_number)).toHaveLength(1)
  })

  it('who does not answer is asked again each minute while something waits, else once an hour', async () => {
    const asked = async () => {
      const before = await faultsLeft(world, 'search')
      world.clock.advance(MINUTE_MS)
      await compare(world.engine)
      return before - (await faultsLeft(world, 'search'))
    }
    await comeBack()
    await planFault(world, 'search', '503', 99)
    expect([await asked(), await asked()]).toEqual([2, 0])
    const { id } = await buildDocument(world, { status: 'Approved' })
    expect([await asked(), await asked()]).toEqual([1, 1])
    expect((await sendAll(id)).status).toBe('Approved')
    world.clock.advance(HOUR_MS)
    expect(await asked()).toBe(2)
  })

  it('for two minutes, nothing is asked', async () => {
    world.clock.advance(2 * MINUTE_MS)
    await giveSign(world.engine)
    expect(await on(world.db).selectFrom('comparisons').selectAll().execute()).toEqual([])
  })

  it('twice, it is looked as far back as the first time', async () => {
    await comeBack()
    const [first] = await on(world.db).selectFrom('comparisons').selectAll().execute()
    await comeBack()
    const [second] = await on(world.db).selectFrom('comparisons').selectAll().execute()
    expect(second).toMatchObject({ began_at: first?.began_at, round_from: first?.round_from })
    expect(second?.slice_to.getTime()).toBe((first?.slice_to.getTime() ?? 0) + HOUR_MS)
  })

  it('for two months, spans are asked for that a search takes', async () => {
    const lost = await buildDocument(world, { status: 'Approved' })
    const restore = await backUp(world)
    await sendAll(lost.id)
    await restore()
    world.clock.advance(65 * 24 * HOUR_MS)
    await giveSign(world.engine)
    await compare(world.engine)
    expect(await on(world.db).selectFrom('comparisons').selectAll().execute()).toEqual([])
    expect((await on(world.db).selectFrom('found_documents').selectAll().execute()).length).toBe(1)
  })
})
