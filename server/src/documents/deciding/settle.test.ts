import { beforeAll, beforeEach, expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import { buildDocument, documentOf } from '../../../test/build.ts'
import { clearFaults, ledgerOf, planFault } from '../../../test/simulator.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { sendApproved } from '../sending/send.job.ts'

let world: World

beforeAll(async () => {
  world = await createWorld({ simulator: true })
})
beforeEach(() => clearFaults(world))

const settle = (uuid: string, body: unknown, who: 'bakri' | 'aminah' | 'chong' = 'bakri') =>
  world.as(who).callWrongly(documents.settle, { params: { uuid }, body })

test('nobody decides while Lulus is still finding out', async () => {
  const lost = await buildDocument(world, { status: 'Outcome Unknown' })
  const early = await settle(lost.id, { outcome: 'not_arrived' })
  expect(early.status).toBe(409)
  expect(early.body).toMatchObject({ code: 'still_asking' })
  expect(await documentOf(world, lost.id)).toMatchObject({ status: 'Outcome Unknown' })
})

test('after two hours a person names the document which LHDN holds, and LHDN must agree', async () => {
  const lost = await buildDocument(world, { status: 'Outcome Unknown' })
  const other = await buildDocument(world, { status: 'Submitted' })
  world.clock.advance(2 * HOUR_MS)
  const wrong = await settle(lost.id, { outcome: 'arrived', lhdn_uuid: other.authority_uuid })
  expect(wrong.status).toBe(400)
  expect(wrong.body.lhdn_uuid).toEqual(['LHDN does not hold this document under that UUID.'])
  const [held] = await ledgerOf(world, lost.invoice_number)
  const right = await settle(lost.id, { outcome: 'arrived', lhdn_uuid: held?.uuid })
  expect(right.body).toMatchObject({ status: 'Submitted' })
  expect(await documentOf(world, lost.id)).toMatchObject({ authority_uuid: held?.uuid })
})

test('what never arrived is sent anew once a person says so', async () => {
  const approved = await buildDocument(world, { status: 'Approved' })
  await planFault(world, 'submit', 'reset-before')
  await sendApproved(world.engine, approved)
  world.clock.advance(2 * HOUR_MS)
  expect((await settle(approved.id, { outcome: 'not_arrived' })).body).toMatchObject({ status: 'Approved' })
  expect((await settle(approved.id, { outcome: 'not_arrived' })).status).toBe(409)
  await sendApproved(world.engine, approved)
  expect(await ledgerOf(world, approved.invoice_number)).toHaveLength(1)
})

test('what LHDN holds after all is not sent anew, whatever a person says', async () => {
  const lost = await buildDocument(world, { status: 'Outcome Unknown' })
  world.clock.advance(2 * HOUR_MS)
  const decided = await settle(lost.id, { outcome: 'not_arrived' })
  const [held] = await ledgerOf(world, lost.invoice_number)
  expect(decided.status).toBe(409)
  expect(decided.body).toEqual({
    code: 'arrived',
    detail: `LHDN holds this document under the UUID ${held?.uuid}. It arrived and is not sent anew.`,
    request_id: expect.any(String),
  })
  expect(await documentOf(world, lost.id)).toMatchObject({ status: 'Submitted', authority_uuid: held?.uuid })
  await sendApproved(world.engine, lost)
  expect(await ledgerOf(world, lost.invoice_number)).toHaveLength(1)
})

test('where LHDN does not answer a person’s decision stands', async () => {
  const lost = await buildDocument(world, { status: 'Outcome Unknown' })
  world.clock.advance(2 * HOUR_MS)
  await planFault(world, 'search', '503', 2)
  expect((await settle(lost.id, { outcome: 'not_arrived' })).body).toMatchObject({ status: 'Approved' })
  // Two tax documents: who decided had been told to look first.
  await sendApproved(world.engine, lost)
  expect(await ledgerOf(world, lost.invoice_number)).toHaveLength(2)
})

test('of two who decide at once that it never arrived one is heard', async () => {
  const approved = await buildDocument(world, { status: 'Approved' })
  await planFault(world, 'submit', 'reset-before')
  await sendApproved(world.engine, approved)
  world.clock.advance(2 * HOUR_MS)
  const both = [1, 2].map(() => settle(approved.id, { outcome: 'not_arrived' }))
  expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 409])
})

test('only approvers decide, and a foreign document does not exist', async () => {
  const lost = await buildDocument(world, { status: 'Outcome Unknown' })
  expect((await settle(lost.id, { outcome: 'not_arrived' }, 'aminah')).status).toBe(403)
  expect((await settle(lost.id, { outcome: 'not_arrived' }, 'chong')).status).toBe(404)
})
