import { expect, test } from 'vitest'
import { buildDocument, documentOf } from '../../../test/build.ts'
import { ledgerOf, planFault } from '../../../test/simulator.ts'
import { createWorld } from '../../../test/world.ts'
import type { Authority } from '../../authority/calls/client.ts'
import type { Reason } from '../../authority/words/answers.ts'
import { questionOf } from '../life/await-verdict.ts'
import { openAttempt } from '../sending/attempts.ts'
import type { Engine } from '../store/engine.ts'
import { pollSubmission } from './poll.job.ts'
import { resolveAttempt } from './resolve.job.ts'

/** Documents that were sent once more, and whose second copy the authority found to be one. */
const world = await createWorld({ simulator: true })
const MINUTE_MS = 60_000

/** The search shows nothing for a long time, and past ten minutes the same request is no longer recognised. */
const sentTwice = async () => {
  const lost = await buildDocument(world, { status: 'Outcome Unknown' })
  const resolve = async () => {
    const attempt = await openAttempt(world.db, lost.id, lost.revision)
    await resolveAttempt(world.engine, attempt?.id ?? '')
  }
  await planFault(world, 'search', '503', 2)
  world.clock.advance(3 * MINUTE_MS)
  await resolve()
  world.clock.advance(9 * MINUTE_MS)
  await resolve()
  return lost
}

/** The authority's details, with what it says of a duplicate in other words. */
const saying = (say: (reason: Reason) => Reason): Engine => {
  const details: Authority['details'] = async (...asked) => {
    const answer = await world.engine.authority.details(...asked)
    if (answer.kind !== 'answered') return answer
    const steps = answer.value.steps.map((step) => ({
      ...step,
      reasons: step.reasons.map((reason) => (reason.code === 'DV302' ? say(reason) : reason)),
    }))
    return { ...answer, value: { ...answer.value, steps } }
  }
  return { ...world.engine, authority: { ...world.engine.authority, details } }
}

const STEP = { code: 'Error03', path: '' }

/** Reference "MyInvois API", §10 and §18: the code of a duplicate is known from one page, and wrappers differ. */
test.each<[string, (reason: Reason) => Reason]>([
  ['DV302', (reason) => reason],
  ['the wrapper alone', () => ({ ...STEP, message: 'Step03-Invalid Duplicated Submission Validator' })],
  ['no code', ({ message, path }) => ({ code: '', message, path })],
  ['the number of the step', () => ({ ...STEP, message: '' })],
])('a copy that comes back as a duplicate leads to the first, valid one: %s', async (_shape, say) => {
  const { id, invoice_number } = await sentTwice()
  const [first, ...others] = await ledgerOf(world, invoice_number)
  expect(others).toHaveLength(1)
  await pollSubmission(saying(say), questionOf(await documentOf(world, id)))
  const settled = await documentOf(world, id)
  expect(settled).toMatchObject({ status: 'Validated', authority_uuid: first?.uuid })
  expect((await ledgerOf(world, invoice_number)).map(({ status }) => status)).toEqual(['Valid', 'Invalid'])
})
