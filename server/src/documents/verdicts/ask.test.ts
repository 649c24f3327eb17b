import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time/units.ts'
import { uploadedRows } from '../../../test/approved-row.ts'
import { buildDocument, documentOf } from '../../../test/build.ts'
import { clearFaults, ledgerOf, planFault } from '../../../test/simulator.ts'
import { createWorld } from '../../../test/world.ts'
import { writeSetting } from '../../settings/write.ts'
import { openAttempt, readBytes } from '../sending/attempts.ts'
import { sendApproved } from '../sending/send.job.ts'
import type { Engine } from '../store/engine.ts'
import { secretsOf } from '../store/secrets.ts'
import { on } from '../store/tables.ts'
import { ask } from './ask.ts'
import { pollSubmission } from './poll.job.ts'
import { findOut, resolveAttempt } from './resolve.job.ts'

/** A lost answer is found among however many others. One page of the authority's search holds a hundred. */
const world = await createWorld({ simulator: true })
const OTHERS = 120

beforeEach(() => clearFaults(world))

/** LHDN takes a document of this number, and its answer is lost. */
const loseAnswer = (invoice_number: string) =>
  buildDocument(world, { status: 'Outcome Unknown', invoice_number })

/** More than a page of documents that are sent after it. */
const sendOthers = async (prefix: string) => {
  const numbers = Array.from({ length: OTHERS }, (_, at) => `${prefix}${at}`)
  await on(world.db).insertInto('documents').values(uploadedRows(world, numbers)).execute()
  const sender_entity_id = world.company.entities.kinabalu
  await sendApproved(world.engine, { sender_entity_id, lane: 'bulk' })
  for (const number of numbers) expect(await ledgerOf(world, number)).toHaveLength(1)
}

const attemptOf = async (uuid: string) => {
  const { id, revision } = await documentOf(world, uuid)
  const attempt = await openAttempt(world.db, id, revision)
  if (!attempt) throw new Error('No copy of the document is open.')
  return attempt
}

const resolve = async (uuid: string, engine: Engine = world.engine) => {
  await resolveAttempt(engine, (await attemptOf(uuid)).id)
  return documentOf(world, uuid)
}

type Search = Engine['authority']['search']

/** An engine whose searches go another way. */
const searching = (search: Search): Engine => ({
  ...world.engine,
  authority: { ...world.engine.authority, search },
})

type Span = { from: Date; to: Date }
const hoursLater = (instant: Date, hours: number) => new Date(instant.getTime() + hours * HOUR_MS)

const expectValidated = async (uuid: string) => {
  const { sender_entity_id, submission_uid } = await documentOf(world, uuid)
  await pollSubmission(world.engine, { sender_entity_id, submission_uid: submission_uid ?? '' })
  const row = await documentOf(world, uuid)
  const [only, ...more] = await ledgerOf(world, row.invoice_number)
  expect(more).toEqual([])
  expect(row).toMatchObject({ status: 'Validated', authority_uuid: only?.uuid })
}

test('whose number is no text to search for is found though hundreds came after it', async () => {
  const lost = await loseAnswer('INV/1')
  world.clock.advance(MINUTE_MS)
  await sendOthers('INV/2/')
  world.clock.advance(MINUTE_MS)
  expect(await resolve(lost.id)).toMatchObject({ status: 'Submitted' })
  await expectValidated(lost.id)
})

test.each([
  ['which is no text to search for', 'SAME/1', 'SAME/2/'],
  ['which others contain', 'SAME-1', 'SAME-10'],
])('a number %s is found on the second page of its second', async (_, number, prefix) => {
  const lost = await loseAnswer(number)
  await sendOthers(prefix)
  world.clock.advance(MINUTE_MS)
  expect(await resolve(lost.id)).toMatchObject({ status: 'Submitted' })
  await expectValidated(lost.id)
})

test('a person who asks after two hours is told, whatever was asked before', async () => {
  const lost = await loseAnswer('LATE/1')
  await sendOthers('LATE/2/')
  await planFault(world, 'search', '503', 2)
  for (const _ of [1, 2]) await resolve(lost.id)
  expect(await attemptOf(lost.id)).toMatchObject({ asked_count: 2 })
  world.clock.advance(2 * HOUR_MS)
  const checked = await world.as('aminah').call(documents.check, { params: { uuid: lost.id } })
  expect(checked.body).toMatchObject({ status: 'Submitted' })
})

test('what was not read to its end proves nothing, not even a refused copy on its first page', async () => {
  const lost = await loseAnswer('DOUBLE/1')
  await sendOthers('DOUBLE/2/')
  // The same bytes once more, when they are no longer recognised at once: the newest of that second, and refused.
  world.clock.advance(12 * MINUTE_MS)
  const attempt = await attemptOf(lost.id)
  const { id, code_number, document_hash } = attempt
  const secrets = await secretsOf(world.engine, lost)
  const bytes = await readBytes(world.db, id)
  await world.engine.authority.submit(secrets, [{ code_number, bytes, document_hash }])
  const [first, second] = await ledgerOf(world, code_number)
  const { search } = world.engine.authority
  const cutShort = searching(async (credentials, wanted) => {
    if (wanted.page === 2) await planFault(world, 'search', '503')
    return search(credentials, wanted)
  })
  expect(await ask(cutShort, secrets, attempt)).toEqual({
    complete: false,
    answered: false,
    silence: expect.objectContaining({ why: 'The authority answered HTTP 503.' }),
  })
  const heard = await ask(world.engine, secrets, attempt)
  expect(heard).toMatchObject({ found: { uuid: first?.uuid, status: 'valid' } })
  expect(second?.status).toBe('Invalid')
})

test.each([
  ['by another clock', ({ from, to }: Span) => ({ from: hoursLater(from, 8), to: hoursLater(to, 8) })],
  ['by days, and refuses a span of less than one', ({ from }: Span) => ({ from, to: from })],
])(
  'should LHDN take issue dates %s, the third question finds a document that few followed',
  async (_, taken) => {
    const lost = await buildDocument(world, { status: 'Outcome Unknown' })
    const { search } = world.engine.authority
    const otherwise = searching((credentials, wanted) =>
      search(credentials, wanted.by === 'issue' ? { ...wanted, ...taken(wanted) } : wanted),
    )
    for (const _ of [1, 2])
      expect(await resolve(lost.id, otherwise)).toMatchObject({ status: 'Outcome Unknown' })
    expect(await resolve(lost.id, otherwise)).toMatchObject({ status: 'Submitted' })
  },
)

describe('the last question before bytes are sent again', () => {
  const asking = (value: number[]) =>
    writeSetting(world.db, {
      ...{ key: 'submission.ask_after_ms', value },
      ...{ caller: undefined, now: world.clock.now() },
    })
  afterEach(() => asking([30_000, 120_000]))

  /** By what the search went that shows nothing, `seconds` after the sending of a document whose answer was lost. */
  const questions = async (seconds: readonly number[]) => {
    const lost = await buildDocument(world, { status: 'Outcome Unknown' })
    const { search } = world.engine.authority
    const asked: string[][] = []
    const overheard = searching((credentials, wanted) => {
      asked.at(-1)?.push(wanted.by)
      return search(credentials, { ...wanted, text: 'NOTHING' })
    })
    let passed = 0
    for (const at of seconds) {
      world.clock.advance((at - passed) * 1_000)
      passed = at
      asked.push([])
      await resolve(lost.id, overheard)
    }
    return { asked, attempt: await attemptOf(lost.id) }
  }

  test.each([
    ['by default', [30, 120, 300]],
    ['after one question', [30, 300]],
    ['after four', [30, 60, 90, 120, 300]],
  ])('goes by second and by receipt, %s', async (_, seconds) => {
    await asking(seconds.slice(0, -1).map((at) => at * 1_000))
    const { asked, attempt } = await questions(seconds)
    expect(attempt).toMatchObject({ resend_count: 1 })
    expect(asked.at(-1)).toEqual(['issue', 'submission'])
    for (const [at, ways] of asked.slice(0, -1).entries())
      expect(ways).toEqual([at % 3 === 2 ? 'submission' : 'issue'])
  })

  test('that two ask at once has the bytes sent by one of them', async () => {
    await asking([30_000])
    const lost = await buildDocument(world, { status: 'Outcome Unknown' })
    world.clock.advance(5 * MINUTE_MS)
    const { search, submit } = world.engine.authority
    const both = Promise.withResolvers<void>()
    let heard = 0
    let sent = 0
    const engine: Engine = {
      ...world.engine,
      authority: {
        ...world.engine.authority,
        search: async (credentials, wanted) => {
          if (wanted.by === 'submission' && ++heard === 2) both.resolve()
          if (wanted.by === 'submission') await both.promise
          return search(credentials, { ...wanted, text: 'NOTHING' })
        },
        submit: (...given) => {
          sent += 1
          return submit(...given)
        },
      },
    }
    const { id } = await attemptOf(lost.id)
    await Promise.all([findOut(engine, id), findOut(engine, id)])
    expect(sent).toBe(1)
  })
})
