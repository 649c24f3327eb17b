import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { customers } from '#contract/customers.ts'
import { buildCustomer } from '../../test/build.ts'
import { holdOpen, untilWaiting } from '../../test/held-open.ts'
import { createWorld, type Who } from '../../test/world.ts'
import { ENTITIES } from '../demo/company.ts'

const world = await createWorld()

let count = 0
const someone = (given: object = {}) => {
  count += 1
  return {
    name: `Kedai Runcit Nombor ${count}`,
    tin_no: 'C25845632020',
    identity_type: 'BRN',
    identity_number: `2018010${String(count).padStart(5, '0')}`,
    contact_number: '+60312345678',
    address1: '12 Jalan Tun Razak',
    zipcode: '50400',
    city: 'Kuala Lumpur',
    state: '14',
    country: 'MYS',
    ...given,
  }
}
const add = (given: object = {}, who: Who = 'aminah') =>
  world.as(who).callWrongly(customers.create, { body: someone(given) })
const change = (id: string, body: object, who: Who = 'aminah') =>
  world.as(who).callWrongly(customers.update, { params: { id }, body })

describe('a new customer', () => {
  it('is kept with a code of 16 digits, and found by the form', async () => {
    const { status, body } = await add({ name: 'Roti Canai Pak Din', email: 'din@roti.example' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'Roti Canai Pak Din',
      entity_code: expect.stringMatching(/^[1-9]\d{15}$/),
      source_ui: true,
      is_supplier: false,
      state_display: 'Wilayah Persekutuan Kuala Lumpur',
      tin_answer: { answer: 'not_checked', checked_at: null },
      changes: [],
    })
    expect((await add({ is_supplier: 'true' })).body.is_supplier).toBe(true)
    const { body: found } = await world.as('aminah').call(customers.find, { query: { search: 'pak din' } })
    expect(found.map(({ id }) => id)).toEqual([body.id])
  })

  it.each([
    ['name', 'Please enter the name.'],
    ['address1', 'Please enter the first line of the address.'],
    ['zipcode', 'Please enter the postcode; 00000 where there is none.'],
    ['city', 'Please enter the city.'],
    ['tin_no', expect.stringMatching(/valid TIN/)],
    ['identity_type', expect.stringMatching(/identity type/)],
    ['identity_number', expect.stringMatching(/identity number is missing/)],
    ['contact_number', expect.stringMatching(/phone number/)],
    ['state', expect.stringMatching(/state/)],
  ])('needs its %s', async (field, message) => {
    const { status, body } = await add({ [field]: ' ' })
    expect([status, body[field]]).toEqual([400, [message]])
  })

  it.each([
    [{ identity_type: 'NRIC' }, 'identity_number'],
    [{ identity_type: 'NA' }, 'identity_type'],
    [{ email: 'not an address' }, 'email'],
    [{ country: 'Narnia' }, 'country'],
    [{ state: 'Narnia' }, 'state'],
    [{ zipcode: '504' }, 'zipcode'],
    [{ is_supplier: 'yes' }, 'is_supplier'],
    [{ nmae: 'x' }, 'nmae'],
    [{ name: 'x'.repeat(301) }, 'name'],
  ])('is refused with %o, naming the field', async (given, field) => {
    const { status, body } = await add(given)
    expect([status, Object.keys(body)]).toEqual([400, expect.arrayContaining([field])])
  })

  it('is written as the authority takes it, and every change is told', async () => {
    const { body } = await add({ tin_no: 'c 25845632-020', state: 'Selangor', country: 'Malaysia' })
    expect(body).toMatchObject({ tin_no: 'C25845632020', state: '10', country: 'MYS' })
    expect(body.changes).toEqual([
      expect.objectContaining({ field: 'tin_no', from: 'c 25845632-020', to: 'C25845632020' }),
    ])
  })

  it('of consolidated documents has no number', async () => {
    const general = { tin_no: 'EI00000000010', identity_type: 'NA', identity_number: '' }
    expect((await add(general)).body).toMatchObject({ identity_number: 'NA', changes: [] })
    const left = { ...general, identity_number: '201901012345' }
    expect((await add(left)).body).toMatchObject({
      identity_number: 'NA',
      changes: [
        { field: 'identity_number', from: '201901012345', to: 'NA', why: 'the type NA has no number' },
      ],
    })
    // Several of them are no duplicates.
    expect((await add(general)).status).toBe(201)
  })

  it('may live abroad, in a state of any name', async () => {
    const { status, body } = await add({ country: 'SGP', state: 'Bukit Timah', zipcode: '248373' })
    expect([status, body.state, body.country_display]).toEqual([201, 'Bukit Timah', 'SINGAPORE'])
  })

  it('with the number of another is told by its name, also when two people save at once', async () => {
    const known = someone({ name: 'Yang Pertama' })
    const twice = await Promise.all(
      ['aminah', 'aminah', 'aminah', 'aminah', 'aminah'].map(() =>
        world.as('aminah').call(customers.create, { body: known }),
      ),
    )
    expect(twice.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409])
    const { body } = await world
      .as('aminah')
      .call(customers.create, { body: { ...known, name: 'Yang Kedua' } })
    expect(body).toMatchObject({
      code: 'customer_exists',
      detail: 'A customer named "Yang Pertama" already exists with the same Identity Number.',
    })
  })

  it('is no duplicate of another company’s customer, whose name stays there', async () => {
    const known = someone()
    const at = (entity_code: string) => ({ ...known, sender_entity_code: entity_code })
    expect((await world.as('aminah').call(customers.create, { body: known })).status).toBe(201)
    expect(
      (await world.as('chong').call(customers.create, { body: at(ENTITIES.selat.entity_code) })).status,
    ).toBe(201)
    const { status, body } = await world
      .as('chong')
      .call(customers.create, { body: at(ENTITIES.kinabalu.entity_code) })
    expect([status, body.sender_entity_code]).toEqual([400, ['This is none of your companies.']])
  })

  it('belongs to the company that is named by those who work for several', async () => {
    expect((await add({}, 'devi')).body.sender_entity_code).toEqual(['Please select Sender'])
    const { body } = await add({ sender_entity_code: ENTITIES.selat.entity_code }, 'devi')
    expect(body.sender_entity_id).toBe(world.company.entities.selat)
  })
})

describe('a customer', () => {
  it('is changed by what the list answered, sent back', async () => {
    const { body: made } = await add()
    const { status, body } = await change(made.id, { ...made, city: 'Petaling Jaya' })
    expect(status).toBe(200)
    expect(body).toEqual({ ...made, city: 'Petaling Jaya', modified_at: expect.any(String) })
  })

  it('keeps its code and its company, whatever is sent', async () => {
    const { body: made } = await add()
    const other = { entity_code: '1', sender_entity_id: world.company.entities.selat, source_ui: false }
    const { body } = await change(made.id, { ...made, ...other })
    expect(body).toMatchObject({
      entity_code: made.entity_code,
      sender_entity_id: made.sender_entity_id,
      source_ui: true,
    })
  })

  it('keeps the tourism tax number that a program does not know, until it is cleared', async () => {
    const { body } = await add({ ttx_no: '123-4567-12345678' })
    const { ttx_no: _, ...known } = { ...someone(), identity_number: body.identity_number, ttx_no: '' }
    expect((await change(body.id, { ...known, city: 'Ipoh' })).body).toMatchObject({
      ...{ city: 'Ipoh', ttx_no: '123-4567-12345678' },
    })
    expect((await change(body.id, { ...known, ttx_no: '' })).body.ttx_no).toBe('')
  })

  it('keeps the tourism tax number that a colleague saves in the same moment', async () => {
    const { body } = await add({ ttx_no: '123-4567-12345678' })
    const { ttx_no: _, ...known } = { ...someone(), identity_number: body.identity_number, ttx_no: '' }
    const colleague = await holdOpen(world, (tx) =>
      sql`UPDATE customers SET ttx_no = '123-4567-87654321' WHERE id = ${body.id}`.execute(tx),
    )
    const changing = change(body.id, known)
    await untilWaiting(world.db, () => 1)
    await colleague.commit()
    expect((await changing).body.ttx_no).toBe('123-4567-87654321')
  })

  it('that somebody else changed meanwhile is not overwritten', async () => {
    const { body: made } = await add()
    world.clock.advance(1_000)
    expect((await change(made.id, { ...made, city: 'Ipoh' })).status).toBe(200)
    const { status, body } = await change(made.id, { ...made, city: 'Kuantan' })
    expect([status, body.code]).toEqual([409, 'changed_meanwhile'])
    expect((await change(made.id, { ...made, city: 'Kuantan', modified_at: null })).status).toBe(200)
  })

  it('cannot take the number of another', async () => {
    const { body: first } = await add({ name: 'Yang Ada Nombor' })
    const { body: second } = await add()
    const { status, body } = await change(second.id, { ...second, identity_number: first.identity_number })
    expect([status, body.code]).toEqual([409, 'customer_exists'])
    expect(body.detail).toContain('"Yang Ada Nombor"')
  })

  it('that was not made here is not changed here', async () => {
    const id = await buildCustomer(world, { source_ui: false })
    const { status, body } = await change(id, someone())
    expect([status, body.code]).toEqual([409, 'not_made_here'])
  })

  it('of another company does not exist', async () => {
    const { body: made } = await add()
    expect((await change(made.id, someone(), 'chong')).status).toBe(404)
    expect((await change('not-an-id', someone())).status).toBe(400)
  })

  it('is not changed by those who only read', async () => {
    const { body: made } = await add()
    expect((await change(made.id, someone(), 'gita')).status).toBe(403)
    expect((await add({}, 'gita')).status).toBe(403)
  })
})
