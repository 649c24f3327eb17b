import { beforeAll, expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { buildDocument } from '../../../test/build.ts'
import { ledgerOf } from '../../../test/simulator.ts'
import { createWorld, type Who, type World } from '../../../test/world.ts'
import { sha256Hex } from '../../platform/crypto/digest.ts'
import { sendAcross } from './fixtures/across.ts'

let world: World

beforeAll(async () => {
  world = await createWorld({ simulator: true })
})

test('the evidence holds the exact bytes, their hash and what the authority recorded', async () => {
  const document = await buildDocument(world, { status: 'Validated' })
  const file = await world.as('gita').call(documents.evidence, { params: { uuid: document.id } })
  expect(file.headers['content-disposition']).toContain(`${document.id}-evidence.json`)
  const { copies, history, authority } = JSON.parse(file.text)
  const [accepted] = await ledgerOf(world, document.invoice_number)
  expect(copies).toHaveLength(1)
  expect(sha256Hex(Buffer.from(copies[0].bytes_base64, 'base64'))).toBe(accepted?.documentHash)
  expect(copies[0]).toMatchObject({ document_hash: accepted?.documentHash, state: 'accepted' })
  expect(copies[0].answer).toContain(accepted?.uuid)
  expect(authority).toMatchObject({ authority_uuid: accepted?.uuid })
  expect(history.map((line: { event: string }) => line.event)).toEqual([
    'create',
    'approve',
    'accept',
    'validate',
  ])
})

test('a lost answer stands in the evidence', async () => {
  const document = await buildDocument(world, { status: 'Outcome Unknown' })
  const { text } = await world.as('gita').call(documents.evidence, { params: { uuid: document.id } })
  expect(JSON.parse(text).copies[0]).toMatchObject({
    state: 'unclear',
    answer: expect.stringContaining('504'),
  })
})

test.each(['KUL01', 'PEN01'] as const)(
  'the evidence of one department names no other’s document of the same call, %s’s being refused',
  async (store) => {
    const { kul, pen } = await sendAcross(world, store)
    const read = async (who: Who, { id }: { id: string }) =>
      (await world.as(who).call(documents.evidence, { params: { uuid: id } })).text
    const own = await read('ezra', pen)
    expect(own).toContain(pen.authority_uuid ?? 'CF333')
    for (const foreign of [kul.id, kul.invoice_number, kul.authority_uuid ?? 'CF333'])
      expect(own).not.toContain(foreign)
    expect(await read('bakri', pen)).toContain(kul.invoice_number)
  },
)

test('foreign evidence does not exist', async () => {
  const document = await buildDocument(world)
  expect((await world.as('chong').call(documents.evidence, { params: { uuid: document.id } })).status).toBe(
    404,
  )
})
