import { describe, expect, it } from 'vitest'
import { createWorld } from '../../../test/world.ts'
import { loadCaller } from '../../access/caller.ts'
import { ENTITIES } from '../../demo/company.ts'
import { inTransaction, isUniqueViolation } from '../../platform/db/database.ts'
import { createEntity, createStore } from './create.ts'
import { findEntity, findStore, senderEntities, sendersWithLogos, storeCodes } from './find.ts'

const world = await createWorld()
const { db, company, clock } = world
const callerOf = async (name: keyof typeof company.users) => {
  const caller = await loadCaller(db, await world.tokenHeader(company.users[name]), {
    now: clock.now(),
    idle_ms_max: 900_000,
  })
  if (!caller) throw new Error(`${name} is nobody`)
  return caller
}

describe('sender entities', () => {
  it('are those of the caller, with every field a document prints, and with logos where those are wanted', async () => {
    const aminah = await callerOf('aminah')
    const { image, ...printed } = { id: company.entities.kinabalu, ...ENTITIES.kinabalu, is_active: true }
    expect(await senderEntities(db, aminah)).toEqual([printed])
    expect(await sendersWithLogos(db, aminah)).toEqual([{ ...printed, image }])
  })

  it('are all for a superadmin, by name', async () => {
    const names = (await senderEntities(db, await callerOf('devi'))).map((entity) => entity.name)
    expect(names).toEqual(['Kinabalu Trading Sdn Bhd', 'Selat Foods Sdn Bhd'])
  })

  it('are found by id, and foreign ones are not there', async () => {
    const [aminah, chong] = [await callerOf('aminah'), await callerOf('chong')]
    const { kinabalu } = company.entities
    expect((await findEntity(db, aminah, kinabalu))?.entity_code).toBe(ENTITIES.kinabalu.entity_code)
    expect(await findEntity(db, chong, kinabalu)).toBeUndefined()
    expect(await findEntity(db, aminah, 'no id at all')).toBeUndefined()
  })
})

describe('store codes', () => {
  it('are found by code within an entity, and only where assigned', async () => {
    const by = { sender_entity_id: company.entities.kinabalu, code: 'KUL01' }
    expect((await findStore(db, await callerOf('aminah'), by))?.id).toBe(company.stores.KUL01)
    expect(await findStore(db, await callerOf('ezra'), by)).toBeUndefined()
    expect(await findStore(db, await callerOf('chong'), by)).toBeUndefined()
    const elsewhere = { ...by, sender_entity_id: company.entities.selat }
    expect(await findStore(db, await callerOf('devi'), elsewhere)).toBeUndefined()
  })

  it('of a person are listed by code', async () => {
    expect((await storeCodes(db, await callerOf('gita'))).map((store) => store.code)).toEqual([
      'JHB01',
      'KUL01',
      'PEN01',
    ])
  })
})

describe('a new entity', () => {
  it('has a code of 16 digits that no other bears', async () => {
    const create = (entity_code: string) =>
      inTransaction(db, (tx) => createEntity(tx, { ...ENTITIES.selat, entity_code }, clock.now()))
    expect(await create('3000000000000001')).toMatch(/^[0-9a-f-]{36}$/)
    await expect(create('3000000000000001')).rejects.toMatchObject({
      problem: { fields: { entity_code: ['Another company has this code.'] } },
    })
    await expect(create('3000')).rejects.toThrow('check constraint')
  })

  it('has each store code once', async () => {
    const store = { sender_entity_id: company.entities.selat, code: 'JHB01', name: 'Again' }
    const twice = await inTransaction(db, (tx) => createStore(tx, store, clock.now())).catch(
      (e: unknown) => e,
    )
    expect(isUniqueViolation(twice)).toBe(true)
  })
})
