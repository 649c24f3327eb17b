import { expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time/units.ts'
import { buildDocument, documentOf, line } from '../../../test/build.ts'
import { ledgerOf, planFault } from '../../../test/simulator.ts'
import { createWorld } from '../../../test/world.ts'
import type { SubmitAnswer } from '../../authority/words/answers.ts'
import { openAttempt } from '../sending/attempts.ts'
import { recoverOrphans } from '../sending/orphans.ts'
import { recordOutcome } from '../sending/outcome.ts'
import { sendApproved } from '../sending/send.job.ts'
import type { Step } from '../store/engine.ts'
import { on } from '../store/tables.ts'
import { resolveAttempt } from '../verdicts/resolve.job.ts'
import { compare } from './compare.job.ts'
import { backUp, comeBack, sendAll } from './fixtures/restoring.ts'
import { recognise } from './recognise.job.ts'
import { giveSign } from './silence.ts'

const world = await createWorld({ simulator: true })
await giveSign(world.engine)

const killAt = (at: Step) => (name: Step) => {
  if (name === at) throw new Error('killed')
}
const NOT_SENT: SubmitAnswer = {
  ...{ kind: 'unavailable', why: 'The authority asks to slow down.' },
  ...{ retry_after_ms: 1_000, credentials_refused: false },
}

/** On its way at the backup; not sent then, and sent anew since, in another second. */
const sentAnew = async () => {
  const { id, invoice_number } = await buildDocument(world, { status: 'Approved' })
  const killed = { ...world.engine, step: killAt('send: intent stored') }
  await expect(sendApproved(killed, await documentOf(world, id))).rejects.toThrow('killed')
  const restore = await backUp(world)
  const intent = on(world.db).selectFrom('submissions').where('state', '=', 'intent').select('id')
  const submission = await intent.executeTakeFirstOrThrow()
  await recordOutcome(world.db, { ...submission, answer: NOT_SENT }, world.clock.now())
  world.clock.advance(MINUTE_MS)
  const { status, authority_uuid } = await sendAll(world, id)
  expect(status).toBe('Validated')
  await restore()
  await comeBack(world)
  await recoverOrphans(world.engine)
  expect((await documentOf(world, id)).status).toBe('Outcome Unknown')
  return { id, invoice_number, authority_uuid }
}

/** The questions of so many minutes about a copy whose answer is lost. */
const askFor = async (id: string, minutes: number) => {
  const attempt = await openAttempt(world.db, id, 1)
  for (let left = minutes; left > 0; left--) {
    world.clock.advance(MINUTE_MS)
    await giveSign(world.engine)
    await resolveAttempt(world.engine, attempt?.id ?? '')
  }
}

test('what was on its way at the backup is not sent again before LHDN is compared, nor where it has it', async () => {
  const { id, invoice_number, authority_uuid } = await sentAnew()
  await askFor(id, 5)
  expect(await ledgerOf(world, invoice_number), 'not compared yet').toHaveLength(1)
  await compare(world.engine)
  await askFor(id, 5)
  expect(await ledgerOf(world, invoice_number)).toHaveLength(1)
  expect((await documentOf(world, id)).status).toBe('Outcome Unknown')

  world.clock.advance(HOUR_MS)
  await giveSign(world.engine)
  await compare(world.engine)
  const settle = (body: { outcome: 'arrived'; lhdn_uuid: string } | { outcome: 'not_arrived' }) =>
    world.as('bakri').call(documents.settle, { params: { uuid: id }, body })
  expect(await settle({ outcome: 'arrived', lhdn_uuid: authority_uuid ?? '' })).toMatchObject({
    status: 400,
    body: {
      lhdn_uuid: [expect.stringMatching(/holds another copy .* never arrived: Lulus then compares/)],
    },
  })
  expect((await settle({ outcome: 'not_arrived' })).status).toBe(200)
  expect((await sendAll(world, id)).status).toBe('OnHold')
  const { sender_entity_id } = await documentOf(world, id)
  await recognise(world.engine, { sender_entity_id, document_id: id })
  expect(await sendAll(world, id)).toMatchObject({ status: 'Validated', authority_uuid })
  expect(await ledgerOf(world, invoice_number)).toHaveLength(1)
})

test('who names a copy that a document was held for, and released, is told that it is sent beside it', async () => {
  const restore = await backUp(world)
  const other = await buildDocument(world, { status: 'Validated', items: [line({ quantity: '3' })] })
  await restore()
  const { id, sender_entity_id } = await buildDocument(world, { status: 'Approved' })
  await comeBack(world)
  await compare(world.engine)
  expect((await sendAll(world, id)).status).toBe('OnHold')
  await recognise(world.engine, { sender_entity_id, document_id: id })
  const released = await world.as('bakri').call(documents.release, { params: { uuid: id } })
  expect(released.status).toBe(200)
  await planFault(world, 'submit', '502-html')
  await sendApproved(world.engine, await documentOf(world, id))
  expect((await documentOf(world, id)).status).toBe('Outcome Unknown')
  world.clock.advance(2 * HOUR_MS + MINUTE_MS)
  const body = { outcome: 'arrived' as const, lhdn_uuid: other.authority_uuid ?? '' }
  expect(await world.as('bakri').call(documents.settle, { params: { uuid: id }, body })).toMatchObject({
    status: 400,
    body: { lhdn_uuid: [expect.stringMatching(/holds another copy .* held for it, and released/)] },
  })
})
