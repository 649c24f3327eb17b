import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildBatch, buildDocument, documentOf } from '../../../test/build.ts'
import { ledgerOf, planFault } from '../../../test/simulator.ts'
import { createWorld } from '../../../test/world.ts'
import type { SubmitAnswer } from '../../authority/words/answers.ts'
import type { Engine, Step } from '../store/engine.ts'
import type { DocumentRow } from '../store/rows.ts'
import { on } from '../store/tables.ts'
import { resolveAttempt } from '../verdicts/resolve.job.ts'
import { recoverOrphans } from './orphans.ts'
import { sendApproved } from './send.job.ts'

const world = await createWorld({ simulator: true })

const attemptOf = (document_id: string) =>
  on(world.db)
    .selectFrom('attempts')
    .where('document_id', '=', document_id)
    .select(['id', 'state', 'answer'])
    .executeTakeFirstOrThrow()

const LEASE_LOST = { problem: { kind: 'unavailable', code: 'lease_lost' } }

const askUntilSubmitted = async (row: DocumentRow) => {
  const { id } = await attemptOf(row.id)
  for (let asked = 0; asked < 5; asked++) {
    world.clock.advance(300_000)
    await resolveAttempt(world.engine, id)
  }
  expect(await documentOf(world, row.id)).toMatchObject({ status: 'Submitted' })
  expect(await ledgerOf(world, row.invoice_number)).toHaveLength(1)
}

/** An answer that says nothing, once `until` has come. */
const silent = async (until: Promise<void>): Promise<SubmitAnswer> => {
  await until
  return { kind: 'unclear', why: 'No answer.', correlation_id: '', text: '' }
}

/** The sender has not been heard of for too long, and another process takes it for dead. */
const loseLease = async () => {
  await sql`UPDATE leases SET ends_at = '-infinity'`.execute(world.db)
  await recoverOrphans(world.engine)
  expect(await openIntents()).toBe(0)
}

const openIntents = async () =>
  (await on(world.db).selectFrom('submissions').where('state', '=', 'intent').select('id').execute()).length

/** Stands still at one step for so long that another process takes its lease. */
const standingStillAt = (at: Step, meanwhile = async () => {}): Engine => ({
  ...world.engine,
  step: async (name) => {
    if (name !== at) return
    await loseLease()
    await meanwhile()
  },
})

test('a sender that wakes up without its lease sends nothing of what it had intended', async () => {
  const row = await buildDocument(world, { status: 'Approved' })
  await sendApproved(standingStillAt('send: intent stored'), row)
  expect(await ledgerOf(world, row.invoice_number)).toEqual([])
  // It was called lost meanwhile. Its sender knows better, and it goes out once.
  expect(await attemptOf(row.id)).toMatchObject({
    state: 'not_sent',
    answer: expect.stringContaining('came late'),
  })
  expect(await documentOf(world, row.id)).toMatchObject({ status: 'Approved' })
  await sendApproved(world.engine, row)
  expect(await ledgerOf(world, row.invoice_number)).toHaveLength(1)
})

test('nor does it say so of what the next one has sent once more meanwhile', async () => {
  const row = await buildDocument(world, { status: 'Approved' })
  const engine = standingStillAt('send: intent stored', async () => {
    const { id } = await attemptOf(row.id)
    world.clock.advance(180_000)
    await resolveAttempt(world.engine, id)
    world.clock.advance(180_000)
    await planFault(world, 'submit', '504-after-accept')
    await resolveAttempt(world.engine, id)
  })
  await sendApproved(engine, row)
  expect(await attemptOf(row.id)).toMatchObject({ state: 'unclear' })
  expect(await ledgerOf(world, row.invoice_number)).toHaveLength(1)
  await askUntilSubmitted(row)
})

test('nor does it take up anything more without it, or call lost what the next one sends', async () => {
  const row = await buildDocument(world, { status: 'Approved' })
  const next = Promise.withResolvers<void>()
  const authority = { ...world.engine.authority, submit: async () => silent(next.promise) }
  let sending: Promise<void> | undefined
  const woken: Engine = {
    ...world.engine,
    step: async (name) => {
      if (name !== 'send: lease taken') return
      await sql`UPDATE leases SET ends_at = '-infinity'`.execute(world.db)
      sending = sendApproved({ ...world.engine, authority }, row)
      await expect.poll(openIntents, { timeout: 20_000 }).toBe(1)
    },
  }
  await expect(sendApproved(woken, row)).rejects.toMatchObject(LEASE_LOST)
  expect(await attemptOf(row.id)).toMatchObject({ state: 'intent' })
  next.resolve()
  await sending
})

const NOT_SENT: SubmitAnswer = {
  ...{ kind: 'unavailable', why: 'No connection could be made.' },
  ...{ retry_after_ms: 1_000, credentials_refused: false },
}
const REFUSED: SubmitAnswer = {
  ...{ kind: 'refused', status: 400, correlation_id: 'c-1', text: '' },
  reasons: [{ code: 'CF364', message: 'x', path: '' }],
}

/** Gives this answer to the next call, when its sender has lost the lease and `meanwhile` has happened. */
const answerLate = async (row: DocumentRow, answer: SubmitAnswer, meanwhile = async () => {}) => {
  const submit = async () => {
    await loseLease()
    await meanwhile()
    return answer
  }
  const authority = { ...world.engine.authority, submit }
  await sendApproved({ ...world.engine, authority }, row, { run_ms_max: 0 })
}

test.each([
  ['that nothing was sent', NOT_SENT, 'not_sent', 'Approved', 1],
  ['that the credentials are refused', { ...NOT_SENT, credentials_refused: true }, 'not_sent', 'OnHold', 0],
  ['that it was refused', REFUSED, 'refused', 'Submission Failed', 0],
] as const)(
  'an answer %s that comes when the lease is lost still holds',
  async (_, answer, state, status, copies) => {
    const row = await buildDocument(world, { status: 'Approved' })
    await answerLate(row, answer)
    const attempt = await attemptOf(row.id)
    expect(attempt).toMatchObject({ state, answer: expect.stringContaining('came late') })
    expect(await documentOf(world, row.id)).toMatchObject({ status })
    await resolveAttempt(world.engine, attempt.id)
    await sendApproved(world.engine, row)
    expect(await ledgerOf(world, row.invoice_number)).toHaveLength(copies)
  },
)

test('one by which a batch was refused as a whole lets each go alone', async () => {
  const rows = await buildBatch(world, 2)
  const [first] = rows
  if (!first) throw new Error('There are two.')
  await answerLate(first, REFUSED)
  for (const { id } of rows) {
    expect(await attemptOf(id)).toMatchObject({ state: 'refused' })
    expect(await documentOf(world, id)).toMatchObject({ status: 'Approved' })
  }
  await sendApproved(world.engine, first)
  for (const { id } of rows) expect(await documentOf(world, id)).toMatchObject({ status: 'Submitted' })
})

test.each([
  ['that nothing was sent', NOT_SENT],
  ['that it was refused', REFUSED],
])('an answer %s leaves the asking in charge once the bytes were sent again', async (_, answer) => {
  const row = await buildDocument(world, { status: 'Approved' })
  await answerLate(row, answer, async () => {
    const { id } = await attemptOf(row.id)
    await on(world.db).updateTable('attempts').set({ resend_count: 1 }).where('id', '=', id).execute()
  })
  const attempt = await attemptOf(row.id)
  expect(attempt).toMatchObject({ state: 'unclear', answer: expect.stringContaining('came late') })
  expect(await documentOf(world, row.id)).toMatchObject({ status: 'Outcome Unknown' })
  await askUntilSubmitted(row)
})
