import { describe, expect, it } from 'vitest'
import { templates } from '#contract/templates.ts'
import { createWorld, type Who } from '../../test/world.ts'
import { ENTITIES } from '../demo/company.ts'

const world = await createWorld()
const INVOICE = { invoice_type: '01', items: [{ item_description: 'Kertas A4' }], half_filled: null }
const save = (who: Who, more: object = {}, invoice: Record<string, unknown> = INVOICE) =>
  world
    .as(who)
    .call(templates.save, { body: { name: 'Monthly', data: { description: 'Paper', invoice }, ...more } })
const saved = async (who: Who = 'aminah') => (await save(who)).body.id
const get = (who: Who, id: string) => world.as(who).call(templates.get, { params: { uuid: id } })
const remove = (who: Who, uuid: string) => world.as(who).call(templates.remove, { params: { uuid } })

describe('saving a template', () => {
  it('keeps the content of the form as it stands', async () => {
    const { status, body } = await save('aminah')
    expect(status).toBe(201)
    expect(body).toEqual({ id: expect.any(String), name: 'Monthly' })
    expect((await get('aminah', body.id)).body).toEqual({
      id: body.id,
      name: 'Monthly',
      data: { description: 'Paper', invoice: INVOICE },
    })
  })

  it('belongs to the entity that the content names', async () => {
    const { entity_code } = ENTITIES.selat
    const { body } = await save('devi', {}, { sender_entity_code: entity_code })
    expect((await get('chong', body.id)).status).toBe(200)
    expect((await get('aminah', body.id)).status).toBe(404)
  })

  it('asks for the entity when the person has several and the content names none', async () => {
    const { status, body } = await save('devi')
    expect(status).toBe(400)
    expect(body['data.invoice.sender_entity_code']).toEqual(['Please select Sender'])
  })

  it('refuses a foreign entity, with the words for an unknown one', async () => {
    const foreign = await save('chong', {}, { sender_entity_code: ENTITIES.kinabalu.entity_code })
    const unknown = await save('chong', {}, { sender_entity_code: '9999999999999999' })
    expect(foreign.status).toBe(400)
    expect({ ...foreign.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' })
  })

  it('needs a name', async () => {
    const { status, body } = await save('aminah', { name: '  ' })
    expect(status).toBe(400)
    expect(body.name).toEqual(['Please provide a name for the template.'])
  })

  it('needs the permission to create documents', async () => {
    expect((await save('gita')).status).toBe(403)
    expect((await save('bakri')).status).toBe(403)
  })
})

describe('the list of templates', () => {
  it('shows those of one’s own entities, last changed first', async () => {
    const other = await createWorld()
    for (const name of ['First', 'Second']) {
      await other.as('aminah').call(templates.save, { body: { name, data: { invoice: {} } } })
      other.clock.advance(1000)
    }
    const names = async (who: Who) =>
      (await other.as(who).call(templates.list, {})).body.templates.map((row) => row.name)
    expect(await names('aminah')).toEqual(['Second', 'First'])
    expect(await names('ezra')).toEqual(['Second', 'First'])
    expect(await names('chong')).toEqual([])
  })
})

describe('a template', () => {
  it('of another company does not exist', async () => {
    expect((await get('chong', await saved())).status).toBe(404)
  })

  it('under an address that is no id is refused', async () => {
    expect((await get('aminah', 'not-an-id')).status).toBe(400)
  })

  it('is deleted once', async () => {
    const id = await saved()
    const [one, two] = await Promise.all([remove('aminah', id), remove('aminah', id)])
    expect([one.status, two.status].toSorted()).toEqual([200, 404])
    expect((await get('aminah', id)).status).toBe(404)
  })

  it('is not deleted by another company, nor without the permission', async () => {
    const id = await saved()
    expect((await remove('chong', id)).status).toBe(404)
    expect((await remove('gita', id)).status).toBe(403)
    expect((await get('aminah', id)).status).toBe(200)
  })
})
