import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/time/units.ts'
import { buildBatch, buildDocument, documentOf } from '../../../test/build.ts'
import { clearFaults, ledgerOf, planFault } from '../../../test/simulator.ts'
import { createWorld } from '../../../test/world.ts'
import { createAuthority } from '../../authority/calls/client.ts'
import { places } from '../../authority/wire/environments.ts'
import { sharedGate } from '../../authority/wire/shared-gate.ts'
import type { Engine } from '../store/engine.ts'
import type { DocumentRow } from '../store/rows.ts'
import { sweep } from '../sweep.job.ts'
import { attemptsOf } from './attempts.ts'
import { sendApproved } from './send.job.ts'
import { waitOutside } from './waiting.ts'

const world = await createWorld({ simulator: true })

/** Nothing listens there. */
const cutOff: Engine = {
  ...world.engine,
  authority: createAuthority({ places: places('http://127.0.0.1:9'), clock: world.clock }),
}

const approved = () => buildDocument(world, { status: 'Approved' })
const send = (engine: Engine, row: DocumentRow) => sendApproved(engine, row)

const sweepLater = async (engine: Engine) => {
  world.clock.advance(MINUTE_MS)
  await sweep(engine)
}

/** The cause is gone: the sweep lets the document go by itself, and it arrives once. */
const arrivesByItself = async (held: DocumentRow) => {
  await sweepLater(world.engine)
  const row = await documentOf(world, held.id)
  expect(row).toMatchObject({ status: 'Approved', approved_hash: held.approved_hash })
  await send(world.engine, row)
  expect(await documentOf(world, held.id)).toMatchObject({ status: 'Submitted' })
  expect(await ledgerOf(world, held.invoice_number)).toHaveLength(1)
}

afterEach(() => clearFaults(world))

describe('a certificate that is', () => {
  test('missing holds the document until there is one', async () => {
    const row = await approved()
    await send({ ...world.engine, secrets: async () => undefined }, row)
    expect(await documentOf(world, row.id)).toMatchObject({
      status: 'OnHold',
      status_message: expect.stringContaining('signing certificate of this company are missing'),
    })
    await sweepLater({ ...world.engine, secrets: async () => undefined })
    expect(await documentOf(world, row.id)).toMatchObject({ status: 'OnHold' })
    expect(await ledgerOf(world, row.invoice_number)).toEqual([])
    await arrivesByItself(row)
  })

  test('expired holds the document until it is replaced', async () => {
    const row = await approved()
    const kept = await world.engine.secrets(row.sender_entity_id)
    await sql`UPDATE entity_certificates SET not_after = ${world.clock.now()}`.execute(world.db)
    await send(world.engine, row)
    expect(await documentOf(world, row.id)).toMatchObject({
      status: 'OnHold',
      status_message: expect.stringContaining('has expired'),
    })
    await sweepLater(world.engine)
    expect(await documentOf(world, row.id)).toMatchObject({ status: 'OnHold' })
    await sql`UPDATE entity_certificates SET not_after = ${kept?.certificate?.not_after}`.execute(world.db)
    await arrivesByItself(row)
  })
})

test('refused credentials hold the document, and nothing was sent', async () => {
  const row = await buildDocument(world, { status: 'OnHold' })
  expect(row.status_message).toContain('refused')
  expect(await attemptsOf(world.db, row.id)).toMatchObject([{ state: 'not_sent' }])
  expect(await ledgerOf(world, row.invoice_number)).toEqual([])
  await arrivesByItself(row)
})

describe('an authority that cannot be reached', () => {
  test('leaves the document Approved, and it is sent when the authority is back', async () => {
    const row = await approved()
    for (let i = 0; i < 3; i++) await send(cutOff, row)
    expect(await documentOf(world, row.id)).toMatchObject({ status: 'Approved' })
    expect(await ledgerOf(world, row.invoice_number)).toEqual([])
    await send(world.engine, row)
    expect(await documentOf(world, row.id)).toMatchObject({ status: 'Submitted' })
    expect(await ledgerOf(world, row.invoice_number)).toHaveLength(1)
  })

  test('for half an hour holds the document with the reason, until the sweep finds it back', async () => {
    const row = await approved()
    world.clock.advance(31 * MINUTE_MS)
    await send(cutOff, row)
    expect(await documentOf(world, row.id)).toMatchObject({
      status: 'OnHold',
      status_message: expect.stringMatching(/^LHDN cannot be reached\. .*sends the document by itself\.$/),
    })
    await sweepLater(cutOff)
    expect(await documentOf(world, row.id)).toMatchObject({ status: 'OnHold' })
    await arrivesByItself(row)
  })

  test('again after a long hold leaves what goes on Approved for another half an hour', async () => {
    const row = await approved()
    world.clock.advance(31 * MINUTE_MS)
    await send(cutOff, row)
    expect(await documentOf(world, row.id)).toMatchObject({ status: 'OnHold' })
    world.clock.advance(3 * 24 * 60 * MINUTE_MS)
    await sweepLater(world.engine)
    await send(cutOff, row)
    expect(await documentOf(world, row.id)).toMatchObject({ status: 'Approved' })
    world.clock.advance(31 * MINUTE_MS)
    await send(cutOff, row)
    expect(await documentOf(world, row.id)).toMatchObject({ status: 'OnHold' })
    await arrivesByItself(row)
  })

  test('holds no document that another sender has on the way', async () => {
    const row = await approved()
    world.clock.advance(31 * MINUTE_MS)
    const closed = { kind: 'unavailable', why: 'x', retry_after_ms: 1, credentials_refused: false } as const
    const step = async (name: string) => {
      if (name === 'send: intent stored') await waitOutside(world.engine, row, closed)
    }
    await send({ ...world.engine, step }, row)
    expect(await documentOf(world, row.id)).toMatchObject({ status: 'Submitted' })
    expect(await ledgerOf(world, row.invoice_number)).toHaveLength(1)
  })

  test('for too many requests is asked again, and the document arrives once', async () => {
    const row = await approved()
    await planFault(world, 'submit', '429')
    await send(world.engine, row)
    expect(await documentOf(world, row.id)).toMatchObject({ status: 'Approved' })
    await send(world.engine, row)
    expect(await ledgerOf(world, row.invoice_number)).toHaveLength(1)
  })
})

describe('while only submissions fail', () => {
  /** Twelve documents, and what sends them by a circuit of its own. */
  const prepare = async (fault = '503') => {
    const first = await approved()
    const rows = [first]
    for (let i = 0; i < 11; i++) rows.push(await approved())
    await sql`DELETE FROM authority_circuits`.execute(world.db)
    const gate = sharedGate({ db: world.db, box: world.box, sleep: async () => {}, spacing: () => 0 })
    const authority = createAuthority({ places: places(world.simulator_url ?? ''), clock: world.clock, gate })
    const secrets = await world.engine.secrets(first.sender_entity_id)
    if (!secrets) throw new Error('the company has credentials')
    // Earlier batches are asked about all the while, and Get Submission answers.
    const step = async (name: string) => {
      if (name === 'send: outcome stored') await authority.submission(secrets, 'NONE')
    }
    const engine: Engine = { ...world.engine, authority, step }
    const statuses = async () => {
      const now = await Promise.all(rows.map(({ id }) => documentOf(world, id)))
      return Object.groupBy(now, ({ status }) => status)
    }
    await planFault(world, 'submit', fault, 100)
    for (let i = 0; i < 3; i++) await send(engine, first)
    return { first, engine, statuses }
  }
  /** One that was approved with many others, which can be undone for an hour yet: it tries nothing. */
  const approvedToUndo = async () => {
    const { id, revision } = await approved()
    const now = world.clock.now()
    await sql`WITH run AS (
        INSERT INTO approval_runs (user_id, made_by_name, state, total, sums, created_at, modified_at, release_at)
        VALUES (${world.company.users.bakri}, 'Bakri', 'undoable', 1, '[]', ${now}, ${now},
          ${new Date(now.getTime() + 60 * MINUTE_MS)}) RETURNING id)
      INSERT INTO approval_run_documents (run_id, document_id, revision, state)
      SELECT run.id, ${id}, ${revision}, 'approved' FROM run`.execute(world.db)
  }
  /** The circuit is open for so long from now on. */
  const openFor = (minutes: number) =>
    sql`UPDATE authority_circuits SET open_until = clock_timestamp() + ${minutes} * interval '1 minute'`.execute(
      world.db,
    )
  const passTime = () => openFor(0)

  test.each(['503', '200-html', '302', 'wrong-shape'])(
    '(%s) few documents are risked, and the others wait for them to work again',
    async (fault) => {
      const { first, engine, statuses } = await prepare(fault)
      const { 'Outcome Unknown': unknown = [], Approved = [] } = await statuses()
      // Two in the first call, then one in each until the circuit opened.
      expect([unknown.length, Approved.length]).toEqual([5, 7])

      await passTime()
      await send(engine, first)
      expect((await statuses())['Outcome Unknown']).toHaveLength(6)
      await clearFaults(world)
      await passTime()
      await send(engine, first)
      expect((await statuses()).Submitted).toHaveLength(6)
    },
  )

  test('for half an hour, one of those on hold goes out to try, and the rest once it is answered', async () => {
    const { first, engine, statuses } = await prepare()
    await openFor(5)
    world.clock.advance(31 * MINUTE_MS)
    await send(engine, first)
    expect((await statuses()).OnHold).toHaveLength(7)
    await approvedToUndo()
    for (let minute = 0; minute < 3; minute++) {
      await sweepLater(engine)
      await send(engine, first)
      const { Approved = [], OnHold = [] } = await statuses()
      expect([Approved.length, OnHold.length]).toEqual([1, 6])
    }
    await passTime()
    await send(engine, first)
    await sweepLater(engine)
    const { Approved = [], OnHold = [], 'Outcome Unknown': unknown = [] } = await statuses()
    expect([Approved.length, OnHold.length, unknown.length]).toEqual([1, 5, 6])

    await clearFaults(world)
    await passTime()
    await send(engine, first)
    expect((await statuses()).Submitted).toHaveLength(1)
    await sweepLater(engine)
    expect((await statuses()).Approved).toHaveLength(5)
    await send(engine, first)
    expect((await statuses()).Submitted).toHaveLength(6)
  })
})

describe('a batch that is refused as a whole', () => {
  test.each(['403', '413'])(
    '(%s) is sent again one by one, so that only the bad document fails',
    async (fault) => {
      const rows = await buildBatch(world, 3)
      const [first] = rows
      if (!first) throw new Error('three were built')
      await planFault(world, 'submit', fault, 2)
      await send(world.engine, first)
      const statuses = await Promise.all(rows.map(async ({ id }) => (await documentOf(world, id)).status))
      expect(statuses.sort()).toEqual(['Submission Failed', 'Submitted', 'Submitted'])
      const accepted = await Promise.all(rows.map((row) => ledgerOf(world, row.invoice_number)))
      expect(accepted.flat()).toHaveLength(2)
    },
  )
})

test('a document whose content is not the approved one is refused, not sent', async () => {
  const row = await approved()
  await sql`
    UPDATE documents SET content = jsonb_set(content, '{document_remarks}', '"Changed"')
    WHERE id = ${row.id}`.execute(world.db)
  await send(world.engine, row)
  expect(await documentOf(world, row.id)).toMatchObject({
    status: 'Submission Failed',
    status_message: expect.stringContaining('not the one that was approved'),
  })
  expect(await ledgerOf(world, row.invoice_number)).toEqual([])
})

test('two senders at once send a document once', async () => {
  const row = await approved()
  await Promise.all([send(world.engine, row), send(world.engine, row), send(world.engine, row)])
  expect(await documentOf(world, row.id)).toMatchObject({ status: 'Submitted' })
  expect(await ledgerOf(world, row.invoice_number)).toHaveLength(1)
})
