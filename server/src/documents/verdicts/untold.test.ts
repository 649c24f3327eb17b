import { beforeEach, expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { MINUTE_MS } from '#domain/time/units.ts'
import { buildBatch, buildDocument, decide, documentOf, payload, submit } from '../../../test/build.ts'
import { clearFaults, ledgerOf, planFault } from '../../../test/simulator.ts'
import { createWorld } from '../../../test/world.ts'
import type { Asked } from '../../authority/words/answers.ts'
import { questionOf } from '../life/await-verdict.ts'
import { openAttempt } from '../sending/attempts.ts'
import { sendApproved } from '../sending/send.job.ts'
import type { Engine } from '../store/engine.ts'
import { on } from '../store/tables.ts'
import { pollSubmission } from './poll.job.ts'
import { resolveAttempt } from './resolve.job.ts'

/** Documents whose verdict the authority has, and does not tell. */
const world = await createWorld({ simulator: true })

beforeEach(() => clearFaults(world))

const poll = async (uuid: string, engine: Engine = world.engine) => {
  await pollSubmission(engine, questionOf(await documentOf(world, uuid)))
  return documentOf(world, uuid)
}

/** The questions that come in so many minutes; answers the document after the last. */
const pollFor = async (uuid: string, minutes: number, engine?: Engine) => {
  for (let left = minutes; left > 0; left--) {
    world.clock.advance(MINUTE_MS)
    await poll(uuid, engine)
  }
  return documentOf(world, uuid)
}

/** What the people of the company are told of it. */
const told = async (uuid: string) => {
  const { body } = await world.as('aminah').call(documents.get, { params: { uuid } })
  const { refusals } = (await world.as('aminah').call(documents.troubles, {})).body
  return { message: body.status_message, refusals }
}

const sentTo = async (name: string) => {
  const made = await submit(world, 'aminah', payload({ customer: { name } }))
  const [uuid = ''] = made.body.UUIDs
  await decide(world, 'bakri', uuid)
  await sendApproved(world.engine, await documentOf(world, uuid))
  return uuid
}

test.each(['403', '404-html', 'truncated-json'])(
  'what LHDN found invalid is so after half an hour, whether it tells why (details: %s) or not',
  async (fault) => {
    const uuid = await sentTo('SIM INVALID')
    await planFault(world, 'details', fault, 100)
    expect(await poll(uuid)).toMatchObject({ status: 'Submitted' })
    expect(await pollFor(uuid, 29)).toMatchObject({ status: 'Submitted' })
    expect(await pollFor(uuid, 2)).toMatchObject({
      status: 'Invalid',
      status_message: expect.stringMatching(/^LHDN found the document invalid, and does not tell why\./),
    })
  },
)

test('reasons that can be read within that time are told as ever', async () => {
  const uuid = await sentTo('SIM INVALID')
  await planFault(world, 'details', '403', 20)
  await pollFor(uuid, 20)
  expect(await poll(uuid)).toMatchObject({
    status: 'Invalid',
    status_message: expect.stringContaining('ERR406'),
  })
})

test('what LHDN found invalid waits for details that lag behind, and has its reasons then', async () => {
  const uuid = await sentTo('SIM INVALID')
  await planFault(world, 'details', 'unknown-status')
  expect(await poll(uuid)).toMatchObject({ status: 'Submitted' })
  expect(await poll(uuid)).toMatchObject({
    status: 'Invalid',
    status_message: expect.stringContaining('ERR406'),
  })
})

test.each(['valid', 'cancelled'] as const)(
  'what LHDN calls invalid and its details call %s is not taken for invalid: that is told instead',
  async (status) => {
    const uuid = await sentTo('SIM INVALID')
    const { authority } = world.engine
    const details: typeof authority.details = async (...call) => {
      const answer = await authority.details(...call)
      return answer.kind === 'answered' ? { ...answer, value: { ...answer.value, status } } : answer
    }
    expect(await pollFor(uuid, 40, { ...world.engine, authority: { ...authority, details } })).toMatchObject({
      status: 'Submitted',
    })
    expect((await told(uuid)).message).toContain(`It calls it invalid, and its details call it ${status}.`)
    expect(await poll(uuid)).toMatchObject({ status: 'Invalid' })
  },
)

test('reasons that LHDN tells later come with Fetch Updates', async () => {
  const uuid = await sentTo('SIM INVALID')
  await planFault(world, 'details', '403', 100)
  expect(await pollFor(uuid, 31)).toMatchObject({ status: 'Invalid' })
  await clearFaults(world)
  const check = () => world.as('aminah').call(documents.check, { params: { uuid } })
  expect((await check()).body).toMatchObject({
    status: 'Invalid',
    status_message: expect.stringContaining('ERR406'),
  })
  const { status_message } = await documentOf(world, uuid)
  await check()
  expect(await documentOf(world, uuid)).toMatchObject({ status_message })
})

/** The same authority, which answers otherwise what became of submissions. */
const submissionsAre = (answer: Asked<never>, details = world.engine.authority.details): Engine => ({
  ...world.engine,
  authority: { ...world.engine.authority, submission: async () => answer, details },
})

test('of a submission that LHDN does not know each is asked for by its own UUID after ten minutes', async () => {
  const { id } = await buildDocument(world, { status: 'Submitted' })
  const engine = submissionsAre({ kind: 'absent' })
  expect(await pollFor(id, 9, engine)).toMatchObject({ status: 'Submitted' })
  expect(await pollFor(id, 2, engine)).toMatchObject({ status: 'Validated' })
})

test('Fetch Updates of such a document brings its verdict as well', async () => {
  const { id } = await buildDocument(world, { status: 'Submitted' })
  world.clock.advance(11 * MINUTE_MS)
  await planFault(world, 'submission', '403')
  const checked = await world.as('aminah').call(documents.check, { params: { uuid: id } })
  expect(checked).toMatchObject({ status: 200, body: { status: 'Validated' } })
})

test('that LHDN does not know a document either is told until it knows', async () => {
  const { id, invoice_number } = await buildDocument(world, { status: 'Submitted' })
  const nowhere = submissionsAre({ kind: 'absent' }, async () => ({ kind: 'absent' }))
  await pollFor(id, 15, nowhere)
  const early = await told(id)
  expect(early).toEqual({ message: expect.stringMatching(/^Received by LHDN/), refusals: [] })
  await pollFor(id, 10, nowhere)
  const late = await told(id)
  expect(late.message).toMatch(/^LHDN does not tell what became of the document\. It does not know/)
  expect(late.refusals).toMatchObject([{ documents: 0, invoice_number: '', why: expect.any(String) }])
  expect(late.refusals[0]?.why).toContain(invoice_number)
  world.clock.advance(20 * MINUTE_MS)
  await poll(id, nowhere)
  expect((await told(id)).message).toBe(late.message)

  const undecided: Engine = submissionsAre({ kind: 'absent' }, async (...call) => {
    const answer = await world.engine.authority.details(...call)
    return answer.kind === 'answered'
      ? { ...answer, value: { ...answer.value, status: 'submitted' } }
      : answer
  })
  await poll(id, undecided)
  expect(await told(id)).toEqual({
    message: expect.stringMatching(/has not judged it yet/),
    refusals: [],
  })
  expect(await poll(id)).toMatchObject({ status: 'Validated' })
})

test('what LHDN answers that cannot be read is told as well', async () => {
  const { id } = await buildDocument(world, { status: 'Submitted' })
  const unclear = {
    kind: 'unclear',
    why: 'The authority answered HTTP 502.',
    correlation_id: '',
    text: '',
  } as const
  const unreadable = submissionsAre(unclear, async () => unclear)
  await pollFor(id, 25, unreadable)
  const { message, refusals } = await told(id)
  expect(message).toMatch(
    /^LHDN does not tell what became of the document\. The authority answered HTTP 502\./,
  )
  expect(refusals).toHaveLength(1)
  expect(await poll(id)).toMatchObject({ status: 'Validated' })
  expect((await told(id)).refusals).toEqual([])
})

test('a status that Lulus does not know is no verdict, and told', async () => {
  const { id } = await buildDocument(world, { status: 'Submitted' })
  const strange = submissionsAre({ kind: 'absent' }, async (...call) => {
    const answer = await world.engine.authority.details(...call)
    return answer.kind === 'answered' ? { ...answer, value: { ...answer.value, status: 'unknown' } } : answer
  })
  await pollFor(id, 25, strange)
  const { message, refusals } = await told(id)
  expect(message).toMatch(
    /does not tell what became of the document\. It gives a status that Lulus does not know/,
  )
  expect(refusals).toHaveLength(1)
  expect(await poll(id)).toMatchObject({ status: 'Validated' })
})

test('of many each has its turn to be asked for by its own UUID', async () => {
  const rows = await buildBatch(world, 12)
  const [first] = rows
  if (!first) throw new Error('twelve were built')
  await sendApproved(world.engine, first)
  const ids = rows.map(({ id }) => id)
  await on(world.db).updateTable('documents').set({ submission_uid: 'ONE' }).where('id', 'in', ids).execute()
  const asked = new Set<string>()
  const nowhere = submissionsAre({ kind: 'absent' }, async (_, uuid) => {
    asked.add(uuid)
    return { kind: 'absent' }
  })
  expect(await pollFor(first.id, 13, nowhere)).toMatchObject({ status: 'Submitted' })
  expect(asked.size).toBe(12)
})

test('of a copy that was sent once more nothing is stored without its reasons: that is told instead', async () => {
  const lost = await buildDocument(world, { status: 'Outcome Unknown' })
  const resolve = async () => {
    const attempt = await openAttempt(world.db, lost.id, lost.revision)
    await resolveAttempt(world.engine, attempt?.id ?? '')
  }
  await planFault(world, 'search', '503', 3)
  world.clock.advance(3 * MINUTE_MS)
  await resolve()
  world.clock.advance(9 * MINUTE_MS)
  await resolve()
  const [first, ...others] = await ledgerOf(world, lost.invoice_number)
  expect(others).toHaveLength(1)
  await planFault(world, 'details', '403', 100)
  expect(await pollFor(lost.id, 50)).toMatchObject({ status: 'Submitted' })
  const { message, refusals } = await told(lost.id)
  expect(message).toMatch(/does not tell what became of the document\. It found a copy .* invalid/)
  expect(refusals).toMatchObject([{ documents: 0 }])
  await clearFaults(world)
  expect(await poll(lost.id)).toMatchObject({ status: 'Validated', authority_uuid: first?.uuid })
  expect((await told(lost.id)).refusals).toEqual([])
})

const REFUSED = 'The authority refused the credentials.'
const MISSING = 'The LHDN credentials of this company are missing. An administrator can add them.'
const noLogin = submissionsAre({
  ...{ kind: 'unavailable', why: REFUSED, retry_after_ms: MINUTE_MS },
  credentials_refused: true,
})
const noCredentials: Engine = { ...world.engine, secrets: async () => undefined }

test.each([
  ['that LHDN refuses', noLogin, REFUSED],
  ['that are missing', noCredentials, MISSING],
])('of credentials %s people hear, and not that nothing needs to be done', async (_, engine, why) => {
  const { id, sender_entity_id } = await buildDocument(world, { status: 'Submitted' })
  await pollFor(id, 40, engine)
  const { message, refusals } = await told(id)
  expect(refusals).toMatchObject([{ sender_entity_id, documents: 0, why }])
  expect(message).toContain(`LHDN does not tell what became of the document. ${why} Lulus keeps asking.`)
  const list = await world.as('aminah').call(documents.list, { query: {} })
  expect(list.body.results.find(({ uuid }) => uuid === id)?.status_message).toBe(message)
  const report = await world.as('aminah').call(documents.report, { query: {} })
  expect(report.text).toContain(message)
  expect(await poll(id)).toMatchObject({ status: 'Validated' })
  expect((await told(id)).refusals).toEqual([])
})
