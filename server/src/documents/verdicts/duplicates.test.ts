import { expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/time/units.ts'
import { buildDocument, documentOf } from '../../../test/build.ts'
import { clearFaults, ledgerOf, planFault } from '../../../test/simulator.ts'
import { createWorld } from '../../../test/world.ts'
import type { Authority } from '../../authority/calls/client.ts'
import type { StepFacts } from '../../authority/words/answers.ts'
import { questionOf } from '../life/await-verdict.ts'
import { openAttempt } from '../sending/attempts.ts'
import type { Engine } from '../store/engine.ts'
import { pollSubmission } from './poll.job.ts'
import { resolveAttempt } from './resolve.job.ts'

/** Documents that were sent once more, and whose second copy the authority found to be one. */
const world = await createWorld({ simulator: true })

/** The search shows nothing for a long time, and past ten minutes the same request is no longer recognised. */
const sentTwice = async () => {
  const lost = await buildDocument(world, { status: 'Outcome Unknown' })
  const resolve = async () => {
    const attempt = await openAttempt(world.db, lost.id, lost.revision)
    await resolveAttempt(world.engine, attempt?.id ?? '')
  }
  await planFault(world, 'search', '503', 9)
  world.clock.advance(3 * MINUTE_MS)
  await resolve()
  world.clock.advance(9 * MINUTE_MS)
  await resolve()
  await clearFaults(world)
  return lost
}

type Change = (duplicate: StepFacts) => StepFacts[]

/** The authority's details, with other words of the step that found a duplicate. */
const saying = (change: Change): Engine => {
  const details: Authority['details'] = async (...asked) => {
    const answer = await world.engine.authority.details(...asked)
    if (answer.kind !== 'answered') return answer
    const steps = answer.value.steps.flatMap((step) => (step.status === 'invalid' ? change(step) : [step]))
    return { ...answer, value: { ...answer.value, steps } }
  }
  return { ...world.engine, authority: { ...world.engine.authority, details } }
}

const of = (code: string, message = '') => [{ code, message, path: '' }]
const STEP = 'Step03'
const OTHER: StepFacts = { name: 'Step04-Code Field Validator', status: 'invalid', reasons: of('CV302') }

const pollOnce = async (id: string, change: Change) => {
  await pollSubmission(saying(change), questionOf(await documentOf(world, id)))
  return documentOf(world, id)
}

/** Reference "MyInvois API", §10 and §18: the code of a duplicate is known from one page, and wrappers differ. */
test.each<[string, Change]>([
  ['as recorded', (step) => [step]],
  ['by its code alone', (step) => [{ ...step, name: STEP, reasons: of('DV302') }]],
  ['by the code of the background', (step) => [{ ...step, name: STEP, reasons: of('DS302') }]],
  ['by its words alone', (step) => [{ ...step, name: STEP, reasons: of('', 'A duplicate of another one') }]],
  ['by its step, whose reason tells nothing', (step) => [{ ...step, reasons: of('Error03') }]],
  ['by its step, which bears no reasons', (step) => [{ ...step, reasons: [] }]],
  ['by such a step beside one with reasons', (step) => [{ ...step, reasons: [] }, OTHER]],
])('a copy that comes back as a duplicate leads to the first, valid one: %s', async (_shape, change) => {
  const { id, invoice_number } = await sentTwice()
  const [first, ...others] = await ledgerOf(world, invoice_number)
  expect(others).toHaveLength(1)
  expect(await pollOnce(id, change)).toMatchObject({ status: 'Validated', authority_uuid: first?.uuid })
  expect((await ledgerOf(world, invoice_number)).map(({ status }) => status)).toEqual(['Valid', 'Invalid'])
})

test('a copy that is invalid for another reason is so', async () => {
  const { id } = await sentTwice()
  expect(await pollOnce(id, () => [OTHER])).toMatchObject({ status: 'Invalid' })
})
