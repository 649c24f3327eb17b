import { expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/time/units.ts'
import { buildDocument, decide, documentOf, payload, submit } from '../../../test/build.ts'
import { clearFaults, planFault } from '../../../test/simulator.ts'
import { createWorld } from '../../../test/world.ts'
import { openAttempt, readAttempt } from '../sending/attempts.ts'
import { sendApproved } from '../sending/send.job.ts'
import type { Engine, Step } from '../store/engine.ts'
import { secretsOf } from '../store/secrets.ts'
import { adoptFound } from '../verdicts/ask.ts'
import { pollSubmission } from '../verdicts/poll.job.ts'
import { resolveAttempt } from '../verdicts/resolve.job.ts'

/** Two runs of one job may overlap: what the first one read may be out of date when its answer comes. */
const world = await createWorld({ simulator: true })

const attemptOf = async (uuid: string) => {
  const { id, revision } = await documentOf(world, uuid)
  const attempt = await openAttempt(world.db, id, revision)
  if (!attempt) throw new Error('No copy of the document is open.')
  return attempt
}

/** Asked once already, with nothing found, and old enough to be sent again. */
const loseForLong = async (uuid: string) => {
  world.clock.advance(3 * MINUTE_MS)
  await planFault(world, 'search', '503')
  await resolveAttempt(world.engine, (await attemptOf(uuid)).id)
  world.clock.advance(3 * MINUTE_MS)
}

const resendAndLose = async (uuid: string) => {
  await planFault(world, 'search', '503', 2)
  await planFault(world, 'submit', '504-after-accept')
  await resolveAttempt(world.engine, (await attemptOf(uuid)).id)
}

test('a copy that was sent again meanwhile proves nothing about the rest of its batch', async () => {
  const made = await submit(world, 'aminah', [payload(), payload()])
  const [first = '', second = ''] = made.body.UUIDs
  for (const uuid of [first, second]) await decide(world, 'bakri', uuid)
  await planFault(world, 'submit', '504-after-accept')
  await sendApproved(world.engine, await documentOf(world, first))
  await loseForLong(first)
  const before = await attemptOf(first)
  await resendAndLose(first)
  const secrets = await secretsOf(world.engine, await documentOf(world, first))
  const { issued_at } = before
  const found = await world.engine.authority.search(secrets, {
    text: before.code_number,
    by: 'submission',
    from: issued_at,
    to: world.clock.now(),
    page: 1,
  })
  const copies = found.kind === 'answered' ? found.value.documents : []
  const resent = copies.find((copy) => copy.status === 'invalid')
  if (!resent) throw new Error('The second copy is not there.')
  await adoptFound(world.engine, secrets, before, resent)
  expect(await documentOf(world, second)).toMatchObject({ status: 'Outcome Unknown' })
})

/** Two documents of one submission whose answer is lost. */
const loseBatchOfTwo = async () => {
  await clearFaults(world)
  const made = await submit(world, 'aminah', [payload(), payload()])
  const [first = '', second = ''] = made.body.UUIDs
  for (const uuid of [first, second]) await decide(world, 'bakri', uuid)
  await planFault(world, 'submit', '504-after-accept')
  await sendApproved(world.engine, await documentOf(world, first))
  return { first, second }
}

test.each(['foreign-number', 'repeated-number'])(
  'a garbled list of a submission (%s) proves nothing about those it lacks',
  async (trouble) => {
    const { first, second } = await loseBatchOfTwo()
    await planFault(world, 'submission', trouble)
    await resolveAttempt(world.engine, (await attemptOf(first)).id)
    expect((await documentOf(world, first)).status).toBe('Submitted')
    expect((await documentOf(world, second)).status).not.toBe('Approved')
    await resolveAttempt(world.engine, (await attemptOf(second)).id)
    expect((await documentOf(world, second)).status).toBe('Submitted')
  },
)

test('a list shorter than the authority’s own count proves nothing about those it lacks', async () => {
  const { first, second } = await loseBatchOfTwo()
  const { authority } = world.engine
  const short: Engine = {
    ...world.engine,
    authority: {
      ...authority,
      submission: async (...call) => {
        const answer = await authority.submission(...call)
        if (answer.kind !== 'answered') return answer
        const number = (await documentOf(world, first)).invoice_number
        const documents = answer.value.documents.filter((one) => one.number === number)
        return { ...answer, value: { ...answer.value, complete: false, documents } }
      },
    },
  }
  await resolveAttempt(short, (await attemptOf(first)).id)
  expect((await documentOf(world, first)).status).toBe('Submitted')
  expect((await documentOf(world, second)).status).toBe('Outcome Unknown')
})

test('what is being sent once more is not proved to be missing by the list of its batch', async () => {
  await clearFaults(world)
  const made = await submit(world, 'aminah', [payload(), payload({ customer: { name: 'SIM REJECT' } })])
  const [first = '', second = ''] = made.body.UUIDs
  for (const uuid of [first, second]) await decide(world, 'bakri', uuid)
  await planFault(world, 'submit', '504-after-accept')
  await sendApproved(world.engine, await documentOf(world, first))
  await loseForLong(second)
  const [attempt, other] = [await attemptOf(first), await attemptOf(second)]

  // The other one's resend is stored and on its way while the list is read, in which it is not.
  const listed = Promise.withResolvers<void>()
  const intended = Promise.withResolvers<void>()
  const resending = async (name: Step) => {
    if (name !== 'resolve: resend intended') return
    intended.resolve()
    await listed.promise
  }
  const resent: Promise<void>[] = []
  const { authority } = world.engine
  const listing: Engine['authority'] = {
    ...authority,
    submission: async (...call) => {
      const answer = await authority.submission(...call)
      resent.push(resolveAttempt({ ...world.engine, step: resending }, other.id))
      await intended.promise
      return answer
    },
  }
  await resolveAttempt({ ...world.engine, authority: listing }, attempt.id)
  expect(await documentOf(world, first)).toMatchObject({ status: 'Submitted' })
  expect(await documentOf(world, second)).toMatchObject({ status: 'Outcome Unknown' })
  expect(await attemptOf(second)).toMatchObject({ state: 'unclear', resend_count: 1 })
  listed.resolve()
  await Promise.all(resent)
})

test('nothing is sent once more that is settled while it waits for its turn', async () => {
  await clearFaults(world)
  const made = await submit(world, 'aminah', [payload(), payload({ customer: { name: 'SIM REJECT' } })])
  const [first = '', second = ''] = made.body.UUIDs
  for (const uuid of [first, second]) await decide(world, 'bakri', uuid)
  await planFault(world, 'submit', '504-after-accept')
  await sendApproved(world.engine, await documentOf(world, first))
  await loseForLong(second)
  const [attempt, other] = [await attemptOf(first), await attemptOf(second)]

  const sent: string[] = []
  const { authority } = world.engine
  const waiting: Engine['authority'] = {
    ...authority,
    // Meanwhile the first one is found, and the list of its submission lacks the other one.
    awaitTurn: async (secrets) => {
      await resolveAttempt(world.engine, attempt.id)
      return authority.awaitTurn(secrets)
    },
    submit: (secrets, batch) => {
      sent.push(...batch.map(({ code_number }) => code_number))
      return authority.submit(secrets, batch)
    },
  }
  await resolveAttempt({ ...world.engine, authority: waiting }, other.id)
  expect(sent).toEqual([])
  expect(await readAttempt(world.db, other.id)).toMatchObject({ state: 'refused', resend_count: 0 })
  expect(await documentOf(world, second)).toMatchObject({ status: 'Approved' })
  await sendApproved(world.engine, await documentOf(world, second))
  expect(await documentOf(world, second)).toMatchObject({ status: 'Submission Failed' })
})

test('a resend that certainly did not arrive takes back itself only', async () => {
  const lost = await buildDocument(world, { status: 'Outcome Unknown' })
  await loseForLong(lost.id)
  await planFault(world, 'search', '503', 2)
  let overlapping = false
  const engine: Engine = {
    ...world.engine,
    step: async (name) => {
      if (name !== 'resolve: resend intended' || overlapping) return
      overlapping = true
      await resendAndLose(lost.id)
      await planFault(world, 'submit', '429')
    },
  }
  await resolveAttempt(engine, (await attemptOf(lost.id)).id)
  expect(await attemptOf(lost.id)).toMatchObject({ state: 'unclear', resend_count: 1 })
})

test.each([
  ['reasons', 'unknown-status', ''],
  ['original', 'foreign-number', '403'],
  ['original', 'foreign-number', 'foreign-number'],
  ['original', 'foreign-number', '503'],
])(
  'a duplicate whose %s cannot be read (%s %s) is not invalid; it is asked about again',
  async (_, first, second) => {
    await clearFaults(world)
    const lost = await buildDocument(world, { status: 'Outcome Unknown' })
    await loseForLong(lost.id)
    world.clock.advance(6 * MINUTE_MS)
    await planFault(world, 'search', '503', 2)
    await resolveAttempt(world.engine, (await attemptOf(lost.id)).id)
    const { sender_entity_id, submission_uid } = await documentOf(world, lost.id)
    const poll = () =>
      pollSubmission(world.engine, { sender_entity_id, submission_uid: submission_uid ?? '' })
    await planFault(world, 'details', first)
    if (second) await planFault(world, 'details', second)
    await planFault(world, 'search', '503', 2)
    await poll()
    expect(await documentOf(world, lost.id)).toMatchObject({ status: 'Submitted' })
    await clearFaults(world)
    await poll()
    expect(await documentOf(world, lost.id)).toMatchObject({ status: 'Validated' })
  },
)
