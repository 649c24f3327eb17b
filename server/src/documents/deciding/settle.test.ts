import { beforeAll, expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { buildDocument, documentOf } from '../../../test/build.ts'
import { ledgerOf, planFault } from '../../../test/simulator.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { sendApproved } from '../sending/send.job.ts'

const HOUR_MS = 3_600_000
let world: World

beforeAll(async () => {
  world = await createWorld({ simulator: true })
})

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

test('only approvers decide, and a foreign document does not exist', async () => {
  const lost = await buildDocument(world, { status: 'Outcome Unknown' })
  expect((await settle(lost.id, { outcome: 'not_arrived' }, 'aminah')).status).toBe(403)
  expect((await settle(lost.id, { outcome: 'not_arrived' }, 'chong')).status).toBe(404)
})
