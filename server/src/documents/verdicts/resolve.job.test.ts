import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { MINUTE_MS } from '#domain/time/units.ts'
import { buildDocument, decide, documentOf, payload, submit } from '../../../test/build.ts'
import { clearFaults, ledgerOf, planFault } from '../../../test/simulator.ts'
import { createWorld, type Who, type World } from '../../../test/world.ts'
import type { Authority } from '../../authority/calls/client.ts'
import type { Asked, SubmitAnswer } from '../../authority/words/answers.ts'
import { attemptsOf, openAttempt } from '../sending/attempts.ts'
import { sendApproved } from '../sending/send.job.ts'
import type { Engine, Step } from '../store/engine.ts'
import { sweep } from '../sweep.job.ts'
import { pollSubmission } from './poll.job.ts'
import { resolveAttempt } from './resolve.job.ts'

let world: World
const REASON = { code: 'CF333', message: 'Name is required', path: '' }

beforeAll(async () => {
  world = await createWorld({ simulator: true })
})
beforeEach(() => clearFaults(world))

/** Resolves whatever copy of the document is unclear, as its job would. */
const resolve = async (uuid: string, engine: Engine = world.engine) => {
  const { id, revision } = await documentOf(world, uuid)
  const attempt = await openAttempt(world.db, id, revision)
  if (!attempt) throw new Error('No copy of the document is open.')
  await resolveAttempt(engine, attempt.id)
  return documentOf(world, uuid)
}

const pollOf = async (uuid: string) => {
  const { sender_entity_id, submission_uid } = await documentOf(world, uuid)
  await pollSubmission(world.engine, { sender_entity_id, submission_uid: submission_uid ?? '' })
  return documentOf(world, uuid)
}

const copiesOf = (number: string) => ledgerOf(world, number)

test('a document that arrived is found by asking, and not sent again', async () => {
  const lost = await buildDocument(world, { status: 'Outcome Unknown' })
  expect(await resolve(lost.id)).toMatchObject({ status: 'Submitted' })
  const [only, ...others] = await copiesOf(lost.invoice_number)
  expect(others).toEqual([])
  expect(await pollOf(lost.id)).toMatchObject({ status: 'Validated', authority_uuid: only?.uuid })
})

test('a document that never arrived is sent once more with the very same bytes', async () => {
  const lost = await loseBeforeArrival()
  world.clock.advance(3 * MINUTE_MS)
  expect(await resolve(lost.id)).toMatchObject({ status: 'Outcome Unknown' })
  world.clock.advance(3 * MINUTE_MS)
  expect(await resolve(lost.id)).toMatchObject({ status: 'Submitted' })
  const copies = await copiesOf(lost.invoice_number)
  expect(copies).toHaveLength(1)
  const [attempt] = await attemptsOf(world.db, lost.id)
  expect(copies[0]?.documentHash).toBe(attempt?.document_hash)
  expect(await pollOf(lost.id)).toMatchObject({ status: 'Validated' })
})

test('nothing is sent by itself after 110 minutes; the document waits for a person', async () => {
  const lost = await loseBeforeArrival()
  world.clock.advance(3 * MINUTE_MS)
  await resolve(lost.id)
  world.clock.advance(108 * MINUTE_MS)
  expect(await resolve(lost.id)).toMatchObject({ status: 'Outcome Unknown' })
  expect(await copiesOf(lost.invoice_number)).toEqual([])
})

describe('two hours after the sending', () => {
  /** The questions that wait about the copy of a document, by the minutes until each. */
  const questions = async (uuid: string) => {
    const [attempt] = await attemptsOf(world.db, uuid)
    const { rows } = await sql<{ minutes: number }>`
      SELECT round(extract(epoch FROM start_after - created_on) / 60)::int AS minutes FROM pgboss.job
      WHERE name = 'documents.resolve' AND state = 'created' AND data->>'attempt_id' = ${attempt?.id}`.execute(
      world.db,
    )
    return rows.map(({ minutes }) => minutes)
  }
  const forgetJobs = () => sql`DELETE FROM pgboss.job`.execute(world.db)
  const answering = (answer: Asked<never>): Engine => ({
    ...world.engine,
    authority: { ...world.engine.authority, search: async () => answer },
  })
  const REFUSED: Asked<never> = { kind: 'refused', status: 403, reasons: [], correlation_id: '', text: '' }
  const SILENT = { kind: 'unclear', why: 'x', correlation_id: '', text: '' } as const

  test.each([
    ['is silent', 5, () => answering(SILENT)],
    ['refuses to be searched', 60, () => answering(REFUSED)],
    ['cannot be asked without credentials', 60, () => ({ ...world.engine, secrets: async () => undefined })],
  ])('LHDN is asked on where it %s, and what arrived is found', async (_, minutes, engineOf) => {
    const lost = await buildDocument(world, { status: 'Outcome Unknown' })
    world.clock.advance(121 * MINUTE_MS)
    await forgetJobs()
    expect(await resolve(lost.id, engineOf())).toMatchObject({ status: 'Outcome Unknown' })
    expect(await questions(lost.id)).toEqual([minutes])
    await forgetJobs()
    await sweep(world.engine)
    expect(await questions(lost.id), 'lost with its worker').toEqual([0])
    expect(await resolve(lost.id)).toMatchObject({ status: 'Submitted' })
    expect(await copiesOf(lost.invoice_number)).toHaveLength(1)
  })

  test('it is heard once more however long ago it was, and behind what is urgent', async () => {
    const old = await loseBeforeArrival()
    world.clock.advance(40 * 24 * 60 * MINUTE_MS)
    const fresh = await loseBeforeArrival()
    world.clock.advance(2 * MINUTE_MS)
    await forgetJobs()
    await sweep(world.engine)
    const { rows } = await sql<{ attempt_id: string }>`
      SELECT data->>'attempt_id' AS attempt_id FROM pgboss.job WHERE name = 'documents.resolve' AND state = 'created'
      ORDER BY priority DESC, created_on`.execute(world.db)
    const ids = await Promise.all([fresh, old].map(async ({ id }) => (await attemptsOf(world.db, id))[0]?.id))
    const asked = rows.map(({ attempt_id }) => attempt_id)
    expect(asked.filter((id) => ids.includes(id))).toEqual(ids)
    await forgetJobs()
    await resolve(old.id)
    expect(await attemptsOf(world.db, old.id)).toMatchObject([{ heard_at: world.clock.now() }])
    expect(await questions(old.id)).toEqual([])
  })

  test('one answer that shows nothing ends the asking, whatever comes after', async () => {
    const lost = await loseBeforeArrival()
    world.clock.advance(121 * MINUTE_MS)
    await forgetJobs()
    await resolve(lost.id)
    await resolve(lost.id, answering(SILENT))
    await sweep(world.engine)
    expect(await questions(lost.id)).toEqual([])
    expect(await documentOf(world, lost.id)).toMatchObject({ status: 'Outcome Unknown' })
    expect(await copiesOf(lost.invoice_number)).toEqual([])
  })
})

test('one document found leads to its whole batch; one that was refused in it is sent again to learn why', async () => {
  const good = Array.from({ length: 5 }, () => payload())
  const refused = payload({ customer: { name: 'SIM REJECT' } })
  const made = await submit(world, 'aminah', [...good, refused])
  const uuids: string[] = made.body.UUIDs
  for (const uuid of uuids) expect((await decide(world, 'bakri', uuid)).status).toBe(200)
  await planFault(world, 'submit', '504-after-accept')
  const first = await documentOf(world, uuids[0] ?? '')
  await sendApproved(world.engine, first)
  const statuses = async () => Promise.all(uuids.map(async (uuid) => (await documentOf(world, uuid)).status))
  expect(new Set(await statuses())).toEqual(new Set(['Outcome Unknown']))

  await resolve(first.id)
  expect(await statuses()).toEqual([...good.map(() => 'Submitted'), 'Approved'])
  await sendApproved(world.engine, first)
  expect((await documentOf(world, uuids[5] ?? '')).status).toBe('Submission Failed')
})

describe('bytes that LHDN refuses when they are sent once more', () => {
  /** Sent once more after six minutes, and refused for the buyer's name, or as it is told. */
  const resent = async (name = 'SIM REJECT', change: Change = (answer) => answer) => {
    const lost = await loseBeforeArrival({ customer: { name } })
    world.clock.advance(3 * MINUTE_MS)
    await resolve(lost.id)
    const submit: Authority['submit'] = async (...sent) =>
      change(await world.engine.authority.submit(...sent))
    const engine = { ...world.engine, authority: { ...world.engine.authority, submit } }
    world.clock.advance(3 * MINUTE_MS)
    return { lost, engine, row: await resolve(lost.id, engine) }
  }
  const refusals = async (who: Who) => (await world.as(who).call(documents.troubles, {})).body.refusals
  type Change = (answer: SubmitAnswer) => SubmitAnswer | Promise<SubmitAnswer>
  const refusedFor =
    (code: string): Change =>
    (answer) =>
      answer.kind === 'accepted'
        ? { ...answer, rejected: answer.rejected.map((one) => ({ ...one, reasons: [{ ...REASON, code }] })) }
        : answer

  test('for what stands in them were never taken: the reason is told, and nothing is sent again', async () => {
    const { lost, row } = await resent()
    expect(row).toMatchObject({
      status: 'Submission Failed',
      status_message: expect.stringContaining('The buyer’s name is missing or invalid.'),
    })
    expect(await attemptsOf(world.db, lost.id)).toMatchObject([
      { state: 'refused', answer: expect.stringContaining('Sent once more:') },
    ])
    expect(await copiesOf(lost.invoice_number)).toEqual([])
    const { rows } = await sql`SELECT event, actor_name FROM document_history
      WHERE document_id = ${lost.id} ORDER BY at DESC, id DESC LIMIT 2`.execute(world.db)
    expect(rows).toEqual([
      { event: 'refuse', actor_name: 'LHDN' },
      { event: 'prove_not_arrived', actor_name: 'Lulus' },
    ])
  })

  test.each(['CF321', 'DS302', 'DV302', 'Error05', ''])(
    'for "%s" may have been taken before',
    async (code) => {
      const { lost, row } = await resent('SIM REJECT', refusedFor(code))
      expect(row).toMatchObject({ status: 'Outcome Unknown' })
      expect(await attemptsOf(world.db, lost.id)).toMatchObject([
        { state: 'unclear', answer: expect.stringContaining('Sent once more:') },
      ])
      const [told] = await refusals('gita')
      expect(told).toMatchObject({ documents: expect.any(Number), invoice_number: lost.invoice_number })
      expect(told?.documents).toBeGreaterThan(0)
      expect(await refusals('ezra'), 'another department').toEqual([])
    },
  )

  test('prove nothing while LHDN does not say whether it has a copy', async () => {
    const silent: Change = async (answer) => {
      await planFault(world, 'search', '503', 2)
      return answer
    }
    const { lost, engine, row } = await resent('SIM REJECT', silent)
    expect(row).toMatchObject({ status: 'Outcome Unknown' })
    const told = await refusals('gita')
    expect(told).toMatchObject([{ invoice_number: lost.invoice_number }])
    await clearFaults(world)
    world.clock.advance(MINUTE_MS)
    expect(await resolve(lost.id, { ...engine, authority: world.engine.authority })).toMatchObject({
      status: 'Submission Failed',
    })
    const left = (await refusals('gita'))[0]?.documents ?? 0
    expect(left, 'what became of it is known').toBe((told[0]?.documents ?? 0) - 1)
  })

  test('are adopted where LHDN shows the first copy after all', async () => {
    const refused: Change = (answer) =>
      answer.kind === 'accepted'
        ? {
            ...answer,
            accepted: [],
            rejected: answer.accepted.map(({ number }) => ({ number, reasons: [REASON] })),
          }
        : answer
    const { lost, row } = await resent('Kedai Buku Sdn Bhd', refused)
    const [copy] = await copiesOf(lost.invoice_number)
    expect(row).toMatchObject({ status: 'Submitted', authority_uuid: copy?.uuid })
  })
})

test('of a batch that never arrived each is sent again alone, and what is approved then does not wait', async () => {
  const made = await submit(world, 'aminah', [payload(), payload(), payload()])
  const uuids: string[] = made.body.UUIDs
  for (const uuid of uuids) await decide(world, 'bakri', uuid)
  await planFault(world, 'submit', 'reset-before')
  await sendApproved(world.engine, await documentOf(world, uuids[0] ?? ''))
  const later = await buildDocument(world, { status: 'Approved' })

  const calls: number[] = []
  const authority: Engine['authority'] = {
    ...world.engine.authority,
    submit: (credentials, documents) => {
      calls.push(documents.length)
      return world.engine.authority.submit(credentials, documents)
    },
  }
  const engine = { ...world.engine, authority }
  await sendApproved(engine, later)
  expect(calls).toEqual([1])
  expect(await pollOf(later.id)).toMatchObject({ status: 'Validated' })
  world.clock.advance(3 * MINUTE_MS)
  for (const uuid of uuids) expect(await resolve(uuid, engine)).toMatchObject({ status: 'Outcome Unknown' })
  world.clock.advance(3 * MINUTE_MS)
  for (const uuid of uuids) expect(await resolve(uuid, engine)).toMatchObject({ status: 'Submitted' })
  expect(calls).toEqual([1, 1, 1, 1])
})

test('sending once more takes its turn like everything else, and waits where there is none', async () => {
  const lost = await loseBeforeArrival()
  world.clock.advance(3 * MINUTE_MS)
  await resolve(lost.id)
  world.clock.advance(3 * MINUTE_MS)
  const closed = {
    kind: 'unavailable',
    why: 'x',
    retry_after_ms: 90_000,
    credentials_refused: false,
  } as const
  const authority = { ...world.engine.authority, awaitTurn: async () => closed }
  expect(await resolve(lost.id, { ...world.engine, authority })).toMatchObject({ status: 'Outcome Unknown' })
  expect(await copiesOf(lost.invoice_number)).toEqual([])
  expect(await resolve(lost.id)).toMatchObject({ status: 'Submitted' })
})

test('the first question comes half a minute after the sending, however long its silence was', async () => {
  const due = async (silence_ms: number) => {
    const approved = await buildDocument(world, { status: 'Approved' })
    await planFault(world, 'submit', 'reset-before')
    const step = (name: Step) => {
      if (name === 'send: answered') world.clock.advance(silence_ms)
    }
    await sendApproved({ ...world.engine, step }, approved)
    const [attempt] = await attemptsOf(world.db, approved.id)
    const { rows } = await sql<{ pause_s: number }>`
      SELECT round(extract(epoch FROM start_after - created_on))::int AS pause_s FROM pgboss.job
      WHERE name = 'documents.resolve' AND data->>'attempt_id' = ${attempt?.id}`.execute(world.db)
    return rows[0]?.pause_s
  }
  expect(await due(0)).toBe(30)
  expect(await due(20_000)).toBe(10)
  expect(await due(60_000)).toBe(0)
})

const loseBeforeArrival = async (given: Parameters<typeof buildDocument>[1] = {}) => {
  const approved = await buildDocument(world, { ...given, status: 'Approved' })
  await planFault(world, 'submit', 'reset-before')
  await sendApproved(world.engine, approved)
  const lost = await documentOf(world, approved.id)
  expect(lost).toMatchObject({ status: 'Outcome Unknown' })
  return lost
}
