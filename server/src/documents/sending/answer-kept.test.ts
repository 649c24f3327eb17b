import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/time/units.ts'
import { buildDocument, documentOf } from '../../../test/build.ts'
import { openDatabaseWire } from '../../../test/database-wire.ts'
import { clearFaults, ledgerOf, planFault } from '../../../test/simulator.ts'
import { createWorld } from '../../../test/world.ts'
import { createAuthority } from '../../authority/calls/client.ts'
import { places } from '../../authority/wire/environments.ts'
import { exchange } from '../../authority/wire/http.ts'
import { sharedGate } from '../../authority/wire/shared-gate.ts'
import type { SubmitAnswer } from '../../authority/words/answers.ts'
import { connectTo } from '../../platform/db/database.ts'
import { outcomeUnknown } from '../../platform/db/trouble.ts'
import type { Engine, Step } from '../store/engine.ts'
import { on } from '../store/tables.ts'
import { untilKept } from './kept.ts'
import { recordOutcome } from './outcome.ts'
import { sendApproved } from './send.job.ts'

const world = await createWorld({ simulator: true })

afterEach(() => clearFaults(world))

const attemptsOf = (document_id: string) =>
  on(world.db)
    .selectFrom('attempts')
    .where('document_id', '=', document_id)
    .select(['state', 'answer', 'submission_id'])
    .execute()

/** A database that `leave` takes away, until somebody waits for it: then it is there again. */
const openDatabase = async () => {
  const wire = await openDatabaseWire(world.connection)
  const { db, close } = connectTo(wire.connection, { pool_max: 3, log: world.log })
  const leave = () => {
    wire.freeze()
    wire.cut()
  }
  return { db, close, leave, wire, sleep: async () => wire.thaw() }
}

const HALF_AN_HOUR_MS = 31 * MINUTE_MS

/** Sends a document that has waited for so long, and the database is away from this step on. */
const sendWhileAwayAt = async (at: Step, waited_ms = 0) => {
  const row = await buildDocument(world, { status: 'Approved' })
  world.clock.advance(waited_ms)
  const { close, leave, ...database } = await openDatabase()
  let left = false
  const step = (name: Step) => {
    if (name !== at || left) return
    left = true
    leave()
  }
  await sendApproved({ ...world.engine, ...database, step }, row)
  await close()
  expect(left).toBe(true)
  return row
}

describe('while the database is away for a moment', () => {
  test('an answer that refuses a document is kept', async () => {
    await planFault(world, 'submit', '403')
    const row = await sendWhileAwayAt('send: answered')
    expect(await documentOf(world, row.id)).toMatchObject({ status: 'Submission Failed' })
    expect(await attemptsOf(row.id)).toMatchObject([{ state: 'refused' }])
  })

  test('an answer by which nothing was sent is kept, and the document goes out a moment later', async () => {
    await planFault(world, 'submit', '429')
    const row = await sendWhileAwayAt('send: answered')
    expect(await attemptsOf(row.id)).toMatchObject([{ state: 'not_sent' }])
    await sendApproved(world.engine, row)
    expect(await documentOf(world, row.id)).toMatchObject({ status: 'Submitted' })
    expect(await ledgerOf(world, row.invoice_number)).toHaveLength(1)
  })

  test('what was to be sent is not, and nobody takes it for lost', async () => {
    const row = await sendWhileAwayAt('send: intent stored', HALF_AN_HOUR_MS)
    expect(await attemptsOf(row.id)).toMatchObject([{ state: 'not_sent' }])
    expect(await ledgerOf(world, row.invoice_number)).toEqual([])
    // It is not LHDN that was away.
    expect(await documentOf(world, row.id)).toMatchObject({ status: 'Approved' })
    await sendApproved(world.engine, row)
    expect(await ledgerOf(world, row.invoice_number)).toHaveLength(1)
  })

  test.each([
    ['in which it is called', '/connect/token', HALF_AN_HOUR_MS],
    ['in which it answers', '/documentsubmissions/', 0],
  ])('%s, LHDN is heard', async (_, path, waited_ms) => {
    const row = await buildDocument(world, { status: 'Approved' })
    world.clock.advance(waited_ms)
    await planFault(world, 'submit', '429')
    const { close, leave, ...database } = await openDatabase()
    const { db, sleep } = database
    let left = false
    const network: typeof exchange = async (request) => {
      const answer = await exchange(request)
      if (request.url.endsWith(path) && !left) {
        left = true
        leave()
      }
      return answer
    }
    const { clock, log, box, simulator_url = '' } = world
    await sql`DELETE FROM authority_tokens`.execute(world.db)
    const gate = sharedGate({ db, box, sleep: async () => {}, spacing: () => 0 })
    const authority = createAuthority({ places: places(simulator_url), clock, log, gate, network })
    await sendApproved({ ...world.engine, ...database, authority, sleep }, row)
    await close()
    expect(left).toBe(true)
    expect(await attemptsOf(row.id)).toMatchObject([{ state: 'not_sent' }])
    expect(await documentOf(world, row.id)).toMatchObject({ status: 'Approved' })
    await clearFaults(world)
    await sendApproved(world.engine, row)
    expect(await ledgerOf(world, row.invoice_number)).toHaveLength(1)
  })
})

/** How many wait for what others hold. */
const waiting = async () => {
  const { rows } = await sql`SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(world.db)
  return rows.length
}

test.each(['carried out', 'undone', 'on its way'] as const)(
  'what is to be sent and nobody knows whether it is stored (%s) is not sent, nor taken for lost',
  async (how) => {
    const row = await buildDocument(world, { status: 'Approved' })
    const { close, wire, ...database } = await openDatabase()
    const step = (name: Step) => {
      if (name === 'send: built') wire.loseCommit(how)
    }
    const sending = sendApproved({ ...world.engine, ...database, step }, row)
    if (how === 'on its way') {
      await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThan(0)
      wire.deliver()
    }
    await sending
    await close()
    expect(await attemptsOf(row.id)).toMatchObject(how === 'undone' ? [] : [{ state: 'not_sent' }])
    expect(await documentOf(world, row.id)).toMatchObject({ status: 'Approved' })
    expect(await ledgerOf(world, row.invoice_number)).toEqual([])
    await sendApproved(world.engine, row)
    expect(await documentOf(world, row.id)).toMatchObject({ status: 'Submitted' })
    expect(await ledgerOf(world, row.invoice_number)).toHaveLength(1)
  },
)

test('an answer that may be stored already is stored once', async () => {
  const row = await buildDocument(world, { status: 'Approved' })
  const refused: SubmitAnswer = {
    ...{ kind: 'refused', status: 400, correlation_id: 'c-1', text: '{}' },
    reasons: [{ code: 'CF364', message: 'x', path: '' }],
  }
  const authority = { ...world.engine.authority, submit: async () => refused }
  await sendApproved({ ...world.engine, authority }, row)
  const [stored] = await attemptsOf(row.id)
  const answered = { id: stored?.submission_id ?? '', answer: refused, unsure: true }
  await recordOutcome(world.db, answered, world.clock.now())
  expect(await attemptsOf(row.id)).toEqual([stored])
})

test('who tries again knows whether an earlier try may be stored', async () => {
  const heard: boolean[] = []
  const engine: Engine = { ...world.engine, sleep: async () => {} }
  const kept = await untilKept(engine, async (unsure) => {
    heard.push(unsure)
    if (heard.length === 2) throw outcomeUnknown(new Error('Connection terminated'))
    if (heard.length < 4) throw await anyTrouble()
    return 'kept'
  })
  expect([kept, heard]).toEqual(['kept', [false, false, true, true]])
  await expect(untilKept(engine, () => Promise.reject(new Error('a mistake')))).rejects.toThrow('a mistake')
})

/** What a statement throws whose connection ends. */
const anyTrouble = async (): Promise<unknown> => {
  const { db, close } = connectTo(world.connection, { pool_max: 1, log: world.log })
  const ended = sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(db)
  const error = await ended.catch((caught: unknown) => caught)
  await close()
  return error
}
