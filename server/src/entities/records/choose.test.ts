import { expect, test } from 'vitest'
import { templates } from '#contract/templates.ts'
import { payload, submit } from '../../../test/build.ts'
import { createWorld, type Who } from '../../../test/world.ts'
import { ENTITIES } from '../../demo/company.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { chooseEntity } from './choose.ts'
import { createStore } from './create.ts'

const world = await createWorld()
const { kinabalu, selat } = world.company.entities
await inTransaction(world.db, async (tx) => {
  await createStore(tx, { sender_entity_id: selat, code: 'KUL01', name: 'Kuala Lumpur' }, world.clock.now())
})

const template = (sender_entity_code: string) => ({
  name: 'Monthly',
  data: { description: '', invoice: { sender_entity_code } },
})

/** What a person is told who names a company, or none, where documents and where templates are made. */
const told = async (who: Who, sender_entity_code: string) => {
  const document = await submit(world, who, payload({ sender_entity_code }))
  const saved = await world.as(who).call(templates.save, { body: template(sender_entity_code) })
  return [document.body?.sender_entity_code, saved.body?.['data.invoice.sender_entity_code']]
}

test.each([
  ['open', 'devi', '', 'Please select Sender'],
  ['foreign', 'chong', ENTITIES.kinabalu.entity_code, 'This is none of your companies.'],
  ['unknown', 'aminah', '9999999999999999', 'This is none of your companies.'],
] as const)('a choice that is %s gets the same words at each door', async (_, who, code, words) => {
  expect(await told(who, code)).toEqual([[words], [words]])
})

test('the only company is filled in, the named one is taken, and the candidates can be fewer', async () => {
  const [aminah, devi] = [await world.callerOf('aminah'), await world.callerOf('devi')]
  const chosen = async (caller: typeof devi, entity_code: string, among?: string[]) =>
    (await chooseEntity({ db: world.db, caller }, { entity_code, ...(among && { among }) })).id
  expect(await chosen(aminah, '')).toBe(kinabalu)
  expect(await chosen(devi, ENTITIES.selat.entity_code)).toBe(selat)
  expect(await chosen(devi, '', [selat])).toBe(selat)
  for (const among of [undefined, []]) {
    await expect(chosen(devi, '', among)).rejects.toMatchObject({
      problem: { fields: { sender_entity_code: ['Please select Sender'] } },
    })
  }
})
