import { expect, it } from 'vitest'
import { documents } from '#contract/documents.ts'
import { buildDocument, documentOf } from '../../../test/build.ts'
import { ledgerOf } from '../../../test/simulator.ts'
import { createWorld } from '../../../test/world.ts'
import { sendApproved } from '../sending/send.job.ts'
import { sweep } from '../sweep.job.ts'
import { holdDocument } from './hold.ts'
import { releaseHeld } from './release-held.ts'

const world = await createWorld({ simulator: true })
const { db, clock } = world
const by = async (name: 'aminah' | 'bakri' | 'chong') => ({
  db,
  caller: await world.callerOf(name),
  now: clock.now(),
})

it('keeps an approved document back until a person releases it, whatever the sweep finds', async () => {
  const { id } = await buildDocument(world, { status: 'Approved' })
  const held = await world
    .as('bakri')
    .call(documents.hold, { params: { uuid: id }, body: { reason: 'Wait for the order' } })
  expect(held.body).toEqual({ uuid: id, status: 'OnHold', status_message: 'Wait for the order' })
  await sweep(world.engine, 0)
  expect((await documentOf(world, id)).status).toBe('OnHold')
  const released = await world.as('bakri').call(documents.release, { params: { uuid: id } })
  expect(released.body.status).toBe('Approved')
})

it('lets what the server held go on by itself', async () => {
  const { id } = await buildDocument(world, { status: 'OnHold' })
  await sweep(world.engine, 0)
  expect((await documentOf(world, id)).status).toBe('Approved')
})

it('holds what the server held, which then stays when the cause is gone', async () => {
  const { id } = await buildDocument(world, { status: 'OnHold' })
  const maySay = async () =>
    (await world.as('bakri').call(documents.get, { params: { uuid: id } })).body.may.hold
  expect(await maySay()).toMatchObject({ ok: true })
  await holdDocument(await by('bakri'), { uuid: id, reason: 'Wrong price' })
  expect(await documentOf(world, id)).toMatchObject({ status: 'OnHold', status_message: 'Wrong price' })
  await sweep(world.engine, 0)
  expect((await documentOf(world, id)).status).toBe('OnHold')
  const why = 'Somebody holds the document already; it waits until it is released.'
  expect(await maySay()).toMatchObject({ ok: false, why })
  await expect(async () => holdDocument(await by('bakri'), { uuid: id, reason: 'No' })).rejects.toThrow(why)
  const released = await world.as('bakri').call(documents.release, { params: { uuid: id } })
  expect(released.body.status).toBe('Approved')
})

it('is obeyed at the very moment at which the cause goes, whichever of both is first', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, sender_entity_id } = await buildDocument(world, { status: 'OnHold' })
    await Promise.all([
      releaseHeld(world.engine, { sender_entity_id }),
      holdDocument(await by('bakri'), { uuid: id, reason: 'Wrong price' }),
    ])
    await releaseHeld(world.engine, { sender_entity_id })
    expect(await documentOf(world, id)).toMatchObject({ status: 'OnHold', status_message: 'Wrong price' })
  }
})

it('is for those who may approve, on documents of their own company', async () => {
  const { id } = await buildDocument(world, { status: 'Approved' })
  await expect(async () => holdDocument(await by('aminah'), { uuid: id, reason: 'No' })).rejects.toThrow(
    'permission',
  )
  await expect(async () => holdDocument(await by('chong'), { uuid: id, reason: 'No' })).rejects.toThrow(
    'no such document',
  )
  expect((await documentOf(world, id)).status).toBe('Approved')
})

it('comes too late for a document that has gone out', async () => {
  const { id } = await buildDocument(world, { status: 'Submitted' })
  await expect(async () => holdDocument(await by('bakri'), { uuid: id, reason: 'No' })).rejects.toThrow(
    'it is Submitted',
  )
})

it('comes too late between the intent and the answer, when the document is still Approved', async () => {
  const { id, ...row } = await buildDocument(world, { status: 'Approved' })
  const tried: unknown[] = []
  const step = async (name: string) => {
    if (name !== 'send: intent stored') return
    tried.push(
      await holdDocument(await by('bakri'), { uuid: id, reason: 'No' }).catch((error) => error.problem),
    )
  }
  await sendApproved({ ...world.engine, step }, row)
  expect(tried).toMatchObject([{ code: 'wrong_status' }])
  expect((await documentOf(world, id)).status).toBe('Submitted')
  expect(await ledgerOf(world, row.invoice_number)).toHaveLength(1)
})
