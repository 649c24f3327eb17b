import { beforeEach, expect, it } from 'vitest'
import { documents } from '#contract/documents.ts'
import { buildDocument, decide, line, payload, submit } from '../../../test/build.ts'
import { ledgerOf } from '../../../test/simulator.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { compare } from './compare.job.ts'
import { backUp, comeBack, sendAll } from './fixtures/restoring.ts'
import { recognise } from './recognise.job.ts'
import { giveSign } from './silence.ts'

/** What LHDN had cancelled by the time that a database was put back from a backup. */
let world: World

beforeEach(async () => {
  world = await createWorld({ simulator: true })
  await giveSign(world.engine)
})

const cancel = (uuid: string) =>
  world.as('devi').call(documents.cancel, { params: { uuid }, body: { reason: 'Wrong buyer' } })

it('one that LHDN has cancelled keeps what is approved afterwards under its number from nobody', async () => {
  const restore = await backUp(world)
  const wrong = await buildDocument(world, { status: 'Validated', invoice_number: 'ERP-77' })
  expect((await cancel(wrong.id)).status).toBe(200)
  await restore()
  await comeBack(world)
  await compare(world.engine)
  const items = [line({ quantity: '3' })]
  const right = await buildDocument(world, { status: 'Approved', invoice_number: 'ERP-77', items })
  expect((await sendAll(world, right.id)).status).toBe('OnHold')
  await recognise(world.engine, { sender_entity_id: right.sender_entity_id, document_id: right.id })
  expect((await sendAll(world, right.id)).status).toBe('Validated')
  const { history } = (await world.as('bakri').call(documents.get, { params: { uuid: right.id } })).body
  expect(history.find(({ event }) => event === 'release')).toMatchObject({
    by: 'Lulus',
    why: expect.stringMatching(/^LHDN has cancelled the document that it had under this number/),
  })
  const there = (await ledgerOf(world, 'ERP-77')).map(({ status }) => status)
  expect(there.toSorted()).toEqual(['Cancelled', 'Valid'])
})

it('but not where LHDN has another, valid one of that number: that is a person’s to judge', async () => {
  const restore = await backUp(world)
  const wrong = await buildDocument(world, { status: 'Validated', invoice_number: 'ERP-88' })
  expect((await cancel(wrong.id)).status).toBe(200)
  world.clock.advance(60_000)
  await buildDocument(world, {
    ...{ status: 'Validated', invoice_number: 'ERP-88', items: [line({ quantity: '5' })] },
  })
  await restore()
  await comeBack(world)
  await compare(world.engine)
  const items = [line({ quantity: '3' })]
  const { id, sender_entity_id } = await buildDocument(world, {
    ...{ status: 'Approved', invoice_number: 'ERP-88', items },
  })
  expect((await sendAll(world, id)).status).toBe('OnHold')
  // Each time it looks at one of the two.
  for (let times = 0; times < 3; times += 1) {
    await recognise(world.engine, { sender_entity_id, document_id: id })
    expect((await sendAll(world, id)).status).toBe('OnHold')
  }
  expect(await ledgerOf(world, 'ERP-88')).toHaveLength(2)
})

it('but what was approved before that was sent is a person’s to judge', async () => {
  const { id, sender_entity_id } = await buildDocument(world, {
    ...{ status: 'Approved', customer: { name: 'SIM INVALID' } },
  })
  const restore = await backUp(world)
  expect((await sendAll(world, id)).status).toBe('Invalid')
  await submit(world, 'aminah', payload({ uuid: id }))
  await decide(world, 'bakri', id)
  expect((await sendAll(world, id)).status).toBe('Validated')
  expect((await cancel(id)).status).toBe(200)
  await restore()
  await comeBack(world)
  await compare(world.engine)
  expect((await sendAll(world, id)).status).toBe('OnHold')
  await recognise(world.engine, { sender_entity_id, document_id: id })
  expect((await sendAll(world, id)).status).toBe('OnHold')
})
