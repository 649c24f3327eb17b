import { expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { intake } from '#contract/intake.ts'
import { buildDocument, decide, documentOf, payload } from '../../test/build.ts'
import { clearFaults, ledgerOf, planFault } from '../../test/simulator.ts'
import { createWorld } from '../../test/world.ts'
import { resolveCancellation } from '../documents/cancelling/cancellation.job.ts'
import { cancellationsOf } from '../documents/cancelling/cancellations.ts'
import { resume } from '../documents/deciding/resume.ts'
import { sendApproved } from '../documents/sending/send.job.ts'

/** `CORRECTIONS=200` plays more (npm run test:corrections). */
const RUNS = Number(process.env.CORRECTIONS ?? 4)
const STEPS = 8
const FAULTS = ['none', '429', 'reset-before', 'truncated-json', '503'] as const

/** The step that would do the harm, and is tried every other time. */
const APPROVING = 3

const world = await createWorld({ simulator: true })

/** The same numbers for the same seed, so that a run can be played again. */
const randomOf = (seed: number) => {
  let state = seed * 2_654_435_761
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const statusesOf = async (number: string) => (await ledgerOf(world, number)).map(({ status }) => status)

/** What people and jobs may do at any moment, each as often as it comes. */
const stepsOf = (original: string, successor: () => Promise<string | undefined>) => [
  async () => {
    const body = { reason: 'Wrong buyer', invoice: payload() }
    await world.as('devi').callWrongly(intake.correct, { params: { uuid: original }, body })
  },
  () =>
    world.as('farid').callWrongly(documents.cancel, { params: { uuid: original }, body: { reason: 'x' } }),
  async () => {
    for (const { id } of await cancellationsOf(world.db, original))
      await resolveCancellation(world.engine, id)
  },
  // Approved and sent in one go: the usual way of things.
  async () => {
    await decide(world, 'bakri', (await successor()) ?? original)
    await sendApproved(world.engine, await documentOf(world, original))
  },
  async () =>
    decide(world, 'bakri', (await successor()) ?? original, { status: 'Rejected', rejection_reason: 'x' }),
  async () => {
    const uuid = await successor()
    const edit = payload({ uuid })
    if (uuid) await world.as('devi').callWrongly(intake.submit, { body: [{ invoices_data: edit }] })
  },
  async () => {
    const uuid = (await successor()) ?? original
    const by = { db: world.db, caller: await world.callerOf('farid'), now: world.clock.now() }
    for (const event of ['retry', 'release'] as const)
      await resume(by, { uuid, event }).catch(() => undefined)
  },
  async () => sendApproved(world.engine, await documentOf(world, original)),
  () => world.as('devi').callWrongly(documents.check, { params: { uuid: original } }),
]

test.each(Array.from({ length: RUNS }, (_, run) => run + 1))(
  'whatever happens in whatever order, the original is cancelled before its successor is sent: run %i',
  async (run) => {
    const random = randomOf(run)
    const original = await buildDocument(world, { status: 'Validated' })
    const successor = async () =>
      (await world.as('devi').call(documents.get, { params: { uuid: original.id } })).body.corrected_by?.uuid
    const steps = stepsOf(original.id, successor)
    for (let at = 0; at < STEPS; at++) {
      const fault = FAULTS[random(FAULTS.length)] ?? 'none'
      if (fault !== 'none') await planFault(world, random(2) === 0 ? 'state' : 'details', fault)
      // The first of them makes the successor, so that most runs have one.
      await steps[at === 0 ? 0 : random(2) === 0 ? APPROVING : random(steps.length)]?.()
      await clearFaults(world)
      const uuid = await successor()
      if (!uuid) continue
      const { invoice_number } = await documentOf(world, uuid)
      const sent = (await statusesOf(invoice_number)).length > 0
      if (sent) expect([run, at, await statusesOf(original.invoice_number)]).toEqual([run, at, ['Cancelled']])
    }
  },
)
