import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { TEMPLATES_MAX, templates } from '#contract/templates.ts'
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
      modified_at: expect.any(String),
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

describe('changing a template', () => {
  const put = (who: Who, uuid: string, more: { modified_at?: string; invoice?: object } = {}) => {
    const { modified_at, invoice = { ...INVOICE, document_remarks: 'New price' } } = more
    const body = { name: 'Weekly', data: { description: '', invoice: { ...invoice } }, modified_at }
    return world.as(who).call(templates.update, { params: { uuid }, body })
  }
  const namesOf = async (who: Who, id: string) =>
    (await world.as(who).call(templates.list, { query: {} })).body.templates
      .filter((row) => row.id === id)
      .map(({ name }) => name)

  it('puts the form in the place of what it was, and makes no second one', async () => {
    const id = await saved()
    const { length } = (await world.as('aminah').call(templates.list, { query: {} })).body.templates
    expect(await put('ezra', id)).toMatchObject({ status: 200, body: { id, name: 'Weekly' } })
    expect((await get('aminah', id)).body).toMatchObject({
      name: 'Weekly',
      data: { description: '', invoice: { ...INVOICE, document_remarks: 'New price' } },
    })
    expect((await world.as('aminah').call(templates.list, { query: {} })).body.templates).toHaveLength(length)
    expect(await namesOf('aminah', id)).toEqual(['Weekly'])
    const { templates: listed } = (await world.as('aminah').call(templates.list, { query: {} })).body
    expect(listed.find((row) => row.id === id)?.sender_entity_id).toBe(world.company.entities.kinabalu)
  })

  it('is refused where another tab was quicker, unless it says the same', async () => {
    const id = await saved()
    const { modified_at } = (await get('aminah', id)).body
    world.clock.advance(1000)
    expect((await put('ezra', id, { modified_at })).status).toBe(200)
    expect((await put('aminah', id, { modified_at })).status, 'the same again').toBe(200)
    const late = await put('aminah', id, { modified_at, invoice: INVOICE })
    expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    expect(late.body).toMatchObject({ detail: 'The template was changed by someone else. Look at it again.' })
    const { current } = late.body as unknown as { current: { modified_at: string } }
    expect((await put('aminah', id, { ...current, invoice: INVOICE })).status).toBe(200)
  })

  it('moves it to the company that the content names, among one’s own', async () => {
    const id = await saved()
    expect((await put('devi', id)).status, 'none named').toBe(200)
    expect(await namesOf('aminah', id)).toEqual(['Weekly'])
    const { entity_code } = ENTITIES.selat
    expect((await put('aminah', id, { invoice: { sender_entity_code: entity_code } })).status).toBe(400)
    expect((await put('devi', id, { invoice: { sender_entity_code: entity_code } })).status).toBe(200)
    expect(await namesOf('chong', id)).toEqual(['Weekly'])
    expect(await namesOf('aminah', id)).toEqual([])
  })

  it('of another company, or without the permission, is refused', async () => {
    const id = await saved()
    expect((await put('chong', id)).status).toBe(404)
    expect((await put('gita', id)).status).toBe(403)
    expect(await namesOf('aminah', id)).toEqual(['Monthly'])
  })
})

describe('the audit log', () => {
  type Told = { action: string; field: string; old_value: string; new_value: string }
  const toldOf = async (id: string) =>
    (
      await sql<Told>`SELECT action, field, old_value, new_value FROM audit_events
        WHERE target_kind = 'template' AND target_id = ${id} ORDER BY nr`.execute(world.db)
    ).rows
  const { kinabalu, selat } = ENTITIES
  // The database keeps its keys in another order.
  const LINE = { item_description: 'Kertas', quantity: '2', unit_price: '3' }
  const FORM = { document_remarks: 'June', invoice_time: '10:00:00', password: 'Rahsia', items: [LINE] }
  const put = (uuid: string, name: string, invoice: Record<string, unknown>) =>
    world.as('devi').call(templates.update, {
      params: { uuid },
      body: { name, data: { description: 'Paper', invoice } },
    })

  it('tells who made, changed and deleted a template, field by field', async () => {
    const named = { sender_entity_code: kinabalu.entity_code }
    const { id } = (await save('aminah', {}, { ...FORM, ...named })).body
    const made = { action: 'create', old_value: '' }
    expect(await toldOf(id)).toEqual([
      { ...made, field: 'name', new_value: 'Monthly' },
      { ...made, field: 'description', new_value: 'Paper' },
      { ...made, field: 'sender_entity_code', new_value: kinabalu.entity_code },
      { ...made, field: 'document_remarks', new_value: 'June' },
      { ...made, field: 'items', new_value: JSON.stringify([LINE]) },
    ])
    // When it was saved, and what no form has, says nothing of what it holds.
    expect((await put(id, 'Monthly', { ...FORM, invoice_time: '11:00:00', password: 'x' })).status).toBe(200)
    expect(await toldOf(id)).toHaveLength(5)
    const moved = { ...FORM, sender_entity_code: selat.entity_code, document_remarks: 'July' }
    expect((await put(id, 'Weekly', moved)).status).toBe(200)
    const changed = { action: 'update' }
    expect((await toldOf(id)).slice(5)).toEqual([
      { ...changed, field: 'name', old_value: 'Monthly', new_value: 'Weekly' },
      {
        ...{ ...changed, field: 'sender_entity_code', old_value: kinabalu.entity_code },
        new_value: selat.entity_code,
      },
      { ...changed, field: 'document_remarks', old_value: 'June', new_value: 'July' },
    ])
    expect((await remove('chong', id)).status).toBe(200)
    const gone = { action: 'delete', new_value: '' }
    expect((await toldOf(id)).slice(8)).toMatchObject([
      { ...gone, field: 'name', old_value: 'Weekly' },
      { ...gone, field: 'description', old_value: 'Paper' },
      { ...gone, field: 'sender_entity_code', old_value: selat.entity_code },
      { ...gone, field: 'document_remarks', old_value: 'July' },
      { ...gone, field: 'items' },
    ])
  })
})

describe('the audit log of a template that was opened and replaced', () => {
  const CUSTOMER = { name: 'Kedai Buku', address1: 'Jalan 1', city: 'Kuching' }
  const LINES = Array.from({ length: 12 }, (_, at) => ({
    ...{ item_description: `Kertas ${at}`, quantity: '2.00', unit_price: '3.00', tax_rate: '0.00' },
    ...{ subtotal: '6.00', total_excluding_tax: '6.00', tax_amount: '0.00' },
  }))
  // The form begins with today, and gives each line another id.
  const opened = (day: string, items: readonly object[] = LINES, customer: object = CUSTOMER) => ({
    ...{ invoice_date: `2026-07-${day}`, total_payable_amount: '72.00', total_net_amount: '72.00', customer },
    items: items.map((line, at) => ({ ...line, id: `${day}-${at}` })),
  })
  const replaced = async (
    before: Record<string, unknown>,
    after: Record<string, unknown>,
  ): Promise<(readonly [string, string, string])[]> => {
    const { id } = (await save('aminah', {}, before)).body
    const body = { name: 'Monthly', data: { description: 'Paper', invoice: after } }
    expect((await world.as('aminah').call(templates.update, { params: { uuid: id }, body })).status).toBe(200)
    const { rows } = await sql<Record<'field' | 'old_value' | 'new_value', string>>`
      SELECT field, old_value, new_value FROM audit_events
      WHERE target_kind = 'template' AND target_id = ${id} AND action = 'update' ORDER BY nr`.execute(
      world.db,
    )
    return rows.map(({ field, old_value, new_value }) => [field, old_value, new_value] as const)
  }
  const dearer = (nr: number) => LINES.map((line, at) => (at === nr ? { ...line, unit_price: '4.50' } : line))

  it('tells nothing where nothing was changed', async () => {
    expect(await replaced(opened('06'), opened('07'))).toEqual([])
  })

  it('tells the price of one line, whatever follows from it but the sum', async () => {
    const after = { ...opened('07', dearer(7)), total_payable_amount: '75.00', total_net_amount: '75.00' }
    expect(await replaced(opened('06'), after)).toEqual([
      ['total_payable_amount', '72.00', '75.00'],
      ['items.7.unit_price', '3', '4.5'],
    ])
  })

  it('tells a line that was added, one that was taken away, and a field of the customer', async () => {
    const items = [...LINES, { item_description: 'Pen', quantity: '1', unit_price: '2' }]
    const [less, more] = [opened('06'), opened('07', items, { ...CUSTOMER, city: 'Sibu' })]
    expect(await replaced(less, more)).toEqual([
      ['customer.city', 'Kuching', 'Sibu'],
      ['items.12', '', '1 × 2.00 Pen'],
    ])
    expect(await replaced(more, less)).toEqual([
      ['customer.city', 'Sibu', 'Kuching'],
      ['items.12', '1 × 2.00 Pen', ''],
    ])
  })

  it('tells so many fields, and how many more there are', async () => {
    const many = (price: string) =>
      Array.from({ length: 203 }, (_, at) => ({ ...LINES[0], item_description: `${at}`, unit_price: price }))
    const told = await replaced(opened('06', many('1.00')), opened('07', many('2.00')))
    expect(told).toHaveLength(201)
    expect(told.at(-1)).toEqual(['items', '', 'and 3 other changes'])
  })

  it('tells lines that no form made as they are', async () => {
    const odd = { items: [{ quantity: 'two', unit_price: { of: 1 } }, 7] }
    expect(await replaced(odd, { items: [{ quantity: 'three' }] })).toEqual([
      ['items', '[{"quantity":"two","unit_price":{"of":1}},7]', '[{"quantity":"three"}]'],
    ])
    expect(await replaced({ customer: 'Ali' }, { customer: CUSTOMER })).toEqual([
      ['customer', 'Ali', JSON.stringify(CUSTOMER)],
    ])
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
      (await other.as(who).call(templates.list, { query: {} })).body.templates.map((row) => row.name)
    expect(await names('aminah')).toEqual(['Second', 'First'])
    expect(await names('ezra')).toEqual(['Second', 'First'])
    expect(await names('chong')).toEqual([])
  })
})

describe('many templates', async () => {
  const other = await createWorld()
  const call = other.as('devi')
  const listed = async (search?: string) => (await call.call(templates.list, { query: { search } })).body
  const fill = (entity: 'kinabalu' | 'selat', many: number) =>
    sql`INSERT INTO templates (sender_entity_id, created_by, name, description, invoice, created_at, modified_at)
      SELECT ${other.company.entities[entity]}, ${other.company.users.devi}, 'Rent ' || n, 'Of 50_% ' || n, '{}',
        now(), now() - n * interval '1 minute'
      FROM generate_series(1, ${many}::int) AS n`.execute(other.db)
  const saveOne = (entity: 'kinabalu' | 'selat') => {
    const invoice = { sender_entity_code: ENTITIES[entity].entity_code }
    return call.call(templates.save, { body: { name: 'One', data: { invoice } } })
  }

  it('of one company are kept up to a number, also by two at once, and one is moved to none that is full', async () => {
    await fill('kinabalu', TEMPLATES_MAX - 1)
    const two = await Promise.all([saveOne('kinabalu'), saveOne('kinabalu')])
    expect(two.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const refused = two.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({
      code: 'templates_full',
      detail: `${ENTITIES.kinabalu.name} keeps 500 templates; no more fit. Delete or replace one first.`,
    })
    const { id } = (await saveOne('selat')).body
    const put = (entity: 'kinabalu' | 'selat', uuid: string) =>
      call.call(templates.update, {
        params: { uuid },
        body: { name: 'One', data: { invoice: { sender_entity_code: ENTITIES[entity].entity_code } } },
      })
    expect((await put('kinabalu', id)).body).toMatchObject({ code: 'templates_full' })
    const own = two.find(({ status }) => status === 201)?.body.id ?? ''
    expect((await put('kinabalu', own)).status).toBe(200)
    expect((await put('selat', own)).status).toBe(200)
  })

  it('are listed so far, and found where they are older', async () => {
    await fill('selat', 600)
    const all = await listed()
    expect([all.templates.length, all.more]).toEqual([1_000, true])
    expect(all.templates.some(({ name }) => name === 'Rent 599')).toBe(false)
    const found = await listed('rent 599')
    expect([found.templates.map(({ name }) => name), found.more]).toEqual([['Rent 599'], false])
    expect((await listed('50_% 598')).templates).toHaveLength(1)
    expect((await listed('50__ 598')).templates).toEqual([])
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
