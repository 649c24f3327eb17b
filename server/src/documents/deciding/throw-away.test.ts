import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { documents } from '#contract/documents.ts'
import type { Status } from '#domain/documents/lifecycle.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import { buildDocument, decide, documentOf, line, payload, submit } from '../../../test/build.ts'
import { ledgerOf } from '../../../test/simulator.ts'
import { eventsOf } from '../../../test/stored.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { countsOf, hearAll } from '../../notifications/fixtures/hearing.ts'
import { compare } from '../comparing/compare.job.ts'
import { backUp, comeBack, sendAll } from '../comparing/fixtures/restoring.ts'
import { recognise } from '../comparing/recognise.job.ts'
import { giveSign } from '../comparing/silence.ts'
import { on } from '../store/tables.ts'

let world: World

beforeEach(async () => {
  world = await createWorld({ simulator: true })
  await giveSign(world.engine)
})

const throwAway = (id: string, who: 'aminah' | 'bakri' | 'devi' | 'key' | 'chong' | 'ezra' = 'devi') =>
  decide(world, who, id, { status: 'User Cancelled' })

const retry = (uuid: string) => world.as('bakri').callWrongly(documents.retry, { params: { uuid } })

const listed = async (status: string) =>
  (await world.as('bakri').call(documents.list, { query: { status } })).body.results.map(({ uuid }) => uuid)

/** It has been refused; so LHDN has nothing of it. */
const failed = (given = {}) => buildDocument(world, { status: 'Submission Failed', ...given })

describe('what LHDN refused is thrown away', () => {
  it.each([
    ['Submission Failed', 'refuse'],
    ['Invalid', 'invalidate'],
  ] as const)('as %s, and its number is free', async (status, event) => {
    const invoice = { source: 'ERP', invoice_number: 'INV-7' }
    const { id } = await buildDocument(world, { status, ...invoice })
    const anew = async () => (await submit(world, 'devi', payload(invoice))).body.Invoice_Numbers
    expect(await throwAway(id, 'bakri')).toMatchObject({ status: 403 })
    for (const stranger of ['chong', 'ezra'] as const)
      expect(await throwAway(id, stranger)).toMatchObject({ status: 404 })
    expect(await throwAway(id)).toMatchObject({ status: 200, body: { status: 'User Cancelled' } })
    expect((await eventsOf(world, id)).slice(-2)).toEqual([event, 'withdraw'])
    expect(await anew()).toEqual(['INV-7'])
    expect(await throwAway(id)).toMatchObject({ status: 409, body: { code: 'already_decided' } })
  })

  it('by nobody in its other states', async () => {
    for (const status of ['Approved', 'Submitted', 'Outcome Unknown', 'OnHold', 'Validated'] as Status[]) {
      const { id } = await buildDocument(world, { status, who: 'devi' })
      expect(await throwAway(id), status).toMatchObject({ status: 409 })
      expect((await documentOf(world, id)).status).toBe(status)
    }
  })

  it('and what LHDN has of an invalid one stays known, and listed as handed over', async () => {
    const { id, authority_uuid } = await buildDocument(world, { status: 'Invalid' })
    const { id: never_there } = await failed()
    for (const one of [id, never_there]) await throwAway(one)
    expect(await documentOf(world, id)).toMatchObject({ authority_uuid, status: 'User Cancelled' })
    expect(await listed('LHDN Submission')).toEqual([id])
    expect(await listed('Submission Failed,Invalid')).toEqual([])
    const { body } = await world.as('bakri').call(documents.get, { params: { uuid: id } })
    expect(body.lhdn).toMatchObject({ uuid: authority_uuid })
    expect(body.attempts).toMatchObject([{ state: 'accepted' }])
  })

  it('or sent again, of which one wins', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await failed()
      const answers = await Promise.all([throwAway(id), retry(id)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const won = answers[0].status === 200 ? 'User Cancelled' : 'Approved'
      expect((await documentOf(world, id)).status).toBe(won)
    }
  })

  it('and nobody is told any more of its last day', async () => {
    const billed = { billing_start: '2026-06-01', billing_end: '2026-06-30', invoice_date: '2026-07-07' }
    const { id } = await failed({ ...billed, items: [line({ classification: '004' })] })
    await hearAll(world)
    expect(await countsOf(world, 'bakri')).toEqual(['submission_deadline 1', 'submission_failed 1'])
    await throwAway(id)
    await hearAll(world)
    expect(await countsOf(world, 'bakri')).toEqual([])
  })
})

describe('what may be at LHDN is not thrown away', () => {
  it.each(['intent', 'unclear', 'accepted'])('while a copy of it is %s', async (state) => {
    const { id } = await failed()
    await sql`UPDATE attempts SET state = ${state} WHERE document_id = ${id}`.execute(world.db)
    expect(await throwAway(id)).toMatchObject({ status: 409, body: { code: 'outcome_unknown' } })
    expect((await documentOf(world, id)).status).toBe('Submission Failed')
  })

  /** Refused before the backup, and taken when it was sent again since. */
  const takenSince = async () => {
    const before = await failed()
    const restore = await backUp(world)
    await retry(before.id)
    expect((await sendAll(world, before.id)).status).toBe('Validated')
    await restore()
    world.clock.advance(HOUR_MS)
    return before
  }

  it('while it is not known what was sent since the database was put back', async () => {
    const { id } = await takenSince()
    const comparing = { status: 409, body: { code: 'comparing' } }
    expect(await throwAway(id)).toMatchObject(comparing)
    await comeBack(world)
    expect(await throwAway(id)).toMatchObject(comparing)
  })

  it('unless it is a trial of an environment that the company has left', async () => {
    const { id, sender_entity_id } = await takenSince()
    await comeBack(world)
    await sql`DELETE FROM entity_secrets WHERE sender_entity_id = ${sender_entity_id}`.execute(world.db)
    expect(await throwAway(id)).toMatchObject({ status: 409, body: { code: 'comparing' } })
    await sql`UPDATE sender_entities SET environment = 'prod' WHERE id = ${sender_entity_id}`.execute(
      world.db,
    )
    expect(await throwAway(id)).toMatchObject({ status: 200 })
  })

  it('where LHDN has its number, until it is known that this is another document', async () => {
    const { id, sender_entity_id } = await takenSince()
    await comeBack(world)
    await compare(world.engine)
    expect(await throwAway(id)).toMatchObject({ status: 409, body: { code: 'received_already' } })
    await retry(id)
    expect((await sendAll(world, id)).status).toBe('OnHold')
    await recognise(world.engine, { sender_entity_id, document_id: id })
    expect((await sendAll(world, id)).status).toBe('Validated')
  })

  it.each([
    ['Pending Approval', 'aminah'],
    ['Approval Rejected', 'devi'],
  ] as const)(
    'that is %s since the database was put back, before it has come to be sent',
    async (status, who) => {
      const { id, sender_entity_id, invoice_number } = await buildDocument(world, { status })
      const restore = await backUp(world)
      const ask = async () => {
        if (status === 'Approval Rejected') await submit(world, 'aminah', payload({ uuid: id }))
        await decide(world, 'bakri', id)
      }
      await ask()
      expect((await sendAll(world, id)).status).toBe('Validated')
      await restore()
      await comeBack(world)
      await compare(world.engine)
      expect(await throwAway(id, who)).toMatchObject({ status: 409, body: { code: 'received_already' } })
      expect((await documentOf(world, id)).status).toBe(status)
      await ask()
      expect((await sendAll(world, id)).status).toBe('OnHold')
      await recognise(world.engine, { sender_entity_id, document_id: id })
      expect((await sendAll(world, id)).status).toBe('Validated')
      expect(await ledgerOf(world, invoice_number)).toHaveLength(1)
    },
  )

  it('but what waits for approval is, while nobody can ask LHDN what it has', async () => {
    const { id } = await buildDocument(world)
    await comeBack(world)
    expect(await throwAway(id, 'aminah')).toMatchObject({ status: 200 })
  })

  it('unless LHDN has another one of its number, which was told, and refused this one', async () => {
    const { id } = await takenSince()
    await comeBack(world)
    await compare(world.engine)
    await on(world.db).updateTable('found_documents').set({ differs_at: world.clock.now() }).execute()
    expect(await throwAway(id)).toMatchObject({ status: 200 })
  })
})
