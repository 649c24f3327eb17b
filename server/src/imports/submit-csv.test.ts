import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { entities } from '#contract/entities.ts'
import { imports } from '#contract/imports.ts'
import { sampleNumbers } from '#domain/imports/sample.ts'
import { decide, documentOf } from '../../test/build.ts'
import { csvOf, row, upload } from '../../test/files.ts'
import { storedIn } from '../../test/stored.ts'
import { createWorld } from '../../test/world.ts'
import { on } from '../documents/store/tables.ts'

const world = await createWorld()
let count = 0
/** A number that no other test uses. */
const fresh = () => `INV-${++count}`

const byNumber = (number: string) =>
  on(world.db).selectFrom('documents').where('invoice_number', '=', number).selectAll().execute()

describe('a file', () => {
  test('stores each of its documents as Pending Approval under its own number, its rows as lines', async () => {
    const [a, b] = [fresh(), fresh()]
    // Scattered rows, and header fields said once.
    const more = { ...row(a, { item_description: 'Pen', unit_price: '1.00' }), 'customer.name': '' }
    const answer = await upload(world, 'aminah', csvOf([row(a), row(b), more]), { created_by: 'someone' })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: 'Success',
        Invoice_Numbers: [a, b],
        UUIDs: [expect.any(String), expect.any(String)],
        errors: [],
      },
    })
    const stored = await documentOf(world, answer.body.UUIDs[0] ?? '')
    expect(stored).toMatchObject({
      invoice_number: a,
      status: 'Pending Approval',
      source: 'CSV',
      lane: 'bulk',
      created_by: world.company.users.aminah,
      total_payable_amount: '148.50',
    })
    expect(stored.content.items.map((line) => line.item_description)).toEqual(['Kertas A4', 'Pen'])
  })

  test('keeps a number that looks like one of ours, and claims none', async () => {
    const before = await storedIn(world)
    const answer = await upload(world, 'aminah', csvOf([row('M-KUL01999')]))
    expect(answer.body.Invoice_Numbers).toEqual(['M-KUL01999'])
    expect(await documentOf(world, answer.body.UUIDs[0] ?? '')).toMatchObject({ lane: 'single' })
    expect(await storedIn(world)).toMatchObject({ counters: before?.counters })
  })

  test('of which some documents are wrong stores the others, and names each cell at fault', async () => {
    const [good, price, tin, number] = [fresh(), fresh(), fresh(), fresh()]
    await upload(world, 'aminah', csvOf([row(number)]))
    const file = csvOf([
      row(good),
      row(price, { unit_price: 'twelve' }),
      row(price, { unit_price: '1.5', 'customer.name': 'Another Sdn Bhd' }),
      row(tin, { 'customer.tin_no': '' }),
      row(number, { quantity: '11' }),
    ])
    const { status, body } = await upload(world, 'aminah', file)
    expect([status, body.status, body.Invoice_Numbers]).toEqual([200, 'Partial Success', [good]])
    expect(body.errors).toEqual([
      {
        invoice_number: price,
        errors: [
          {
            type: 'invalid_fields',
            invoice_number: price,
            details: {
              'row 3, unit_price': ['twelve is no number that can be read. Write it as 1234.50.'],
              'row 4, customer.name': [
                'Row 3 of this document says Perniagaan Seri Jaya Sdn Bhd, this row says Another Sdn Bhd.',
              ],
            },
          },
        ],
      },
      {
        invoice_number: tin,
        errors: [
          {
            type: 'invalid_fields',
            invoice_number: tin,
            details: { 'row 5, customer.tin_no': [expect.any(String)] },
          },
        ],
      },
      {
        invoice_number: number,
        errors: [
          {
            type: 'number_taken',
            invoice_number: number,
            details: { invoice_number: [`The number ${number} is already in use.`] },
          },
        ],
      },
    ])
  })

  test('of which nothing is right is refused in the same shape', async () => {
    const number = fresh()
    const { status, body } = await upload(world, 'aminah', csvOf([row(number, { unit_price: 'x' })]))
    expect([status, body.status, body.Invoice_Numbers, body.UUIDs]).toEqual([400, 'Error', [], []])
    expect(body.errors).toMatchObject([{ invoice_number: number }])
  })

  test('with a tax rate and no tax type is asked for the type, and not stored without its tax', async () => {
    const { tax_type: _, ...untyped } = row(fresh(), { tax_rate: '8' })
    const { status, body } = await upload(world, 'aminah', csvOf([untyped]))
    expect([status, body.UUIDs]).toEqual([400, []])
    expect(body.errors).toMatchObject([
      { errors: [{ details: { 'row 2, tax_type': ['Please select the tax type.'] } }] },
    ])
  })

  test('with a line without a price is refused at it, while a price of zero is one', async () => {
    const [free, empty] = [fresh(), fresh()]
    const file = csvOf([row(free, { unit_price: '0' }), row(empty, { unit_price: '' })])
    const { body } = await upload(world, 'aminah', file)
    expect(body.Invoice_Numbers).toEqual([free])
    expect(body.errors).toMatchObject([
      {
        invoice_number: empty,
        errors: [{ details: { 'row 3, unit_price': ['Please enter the unit price.'] } }],
      },
    ])
  })

  test('with a row without a number takes neither it nor the document above it', async () => {
    const [above, other] = [fresh(), fresh()]
    const { body } = await upload(world, 'aminah', csvOf([row(above), row(''), row(other)]))
    expect(body.Invoice_Numbers).toEqual([other])
    expect(body.errors.map(({ invoice_number }) => invoice_number)).toEqual([above, ''])
    expect(JSON.stringify(body.errors)).toContain('row 3, invoice_number')
  })
})

describe('the same file once more', () => {
  test('answers its first result and stores nothing, also ten times at once', async () => {
    const [a, b] = [fresh(), fresh()]
    const file = csvOf([row(a), row(b), row(fresh(), { quantity: 'x' })])
    const ten = await Promise.all(Array.from({ length: 10 }, () => upload(world, 'aminah', file)))
    const stored = await storedIn(world)
    const again = await upload(world, 'aminah', file)
    expect(again.body.already_taken).toEqual([a, b])
    for (const one of [...ten, again]) {
      expect(one.body).toMatchObject({
        status: 'Partial Success',
        Invoice_Numbers: [a, b],
        UUIDs: again.body.UUIDs,
      })
    }
    expect(await storedIn(world)).toEqual(stored)
    expect([...(await byNumber(a)), ...(await byNumber(b))]).toHaveLength(2)
  })

  test('stores the documents that were corrected in it, and no other', async () => {
    const [a, b] = [fresh(), fresh()]
    await upload(world, 'aminah', csvOf([row(a), row(b, { quantity: 'x' })]))
    const { body } = await upload(world, 'aminah', csvOf([row(a), row(b)]))
    expect(body).toMatchObject({ status: 'Success', Invoice_Numbers: [a, b], already_taken: [a], errors: [] })
    expect(await byNumber(a)).toHaveLength(1)
  })

  test('by somebody else is a number conflict', async () => {
    const file = csvOf([row(fresh(), { sender_store_code: 'PEN01' })])
    expect((await upload(world, 'aminah', file)).status).toBe(200)
    expect(await upload(world, 'ezra', file)).toMatchObject({ status: 409, body: { code: 'number_taken' } })
  })

  test('brings nothing back into the approval that was rejected, unless it is changed', async () => {
    const number = fresh()
    const { body } = await upload(world, 'aminah', csvOf([row(number)]))
    const uuid = body.UUIDs[0] ?? ''
    await decide(world, 'bakri', uuid, { status: 'Rejected', rejection_reason: 'Wrong buyer' })
    const again = await upload(world, 'aminah', csvOf([row(number)]))
    expect(again.body.already_taken).toEqual([number])
    expect((await documentOf(world, uuid)).status).toBe('Approval Rejected')
    const corrected = await upload(world, 'aminah', csvOf([row(number, { quantity: '9' })]))
    expect(corrected.body.UUIDs).toEqual([uuid])
    expect(await documentOf(world, uuid)).toMatchObject({ status: 'Pending Approval', revision: 2 })
  })
})

describe('a check', () => {
  test('answers what an upload would, and stores nothing', async () => {
    const [good, bad] = [fresh(), fresh()]
    const file = csvOf([row(good), row(bad, { unit_price: 'x' })])
    const before = await storedIn(world)
    const checked = await upload(world, 'aminah', file, { check_only: true })
    expect(await storedIn(world)).toEqual(before)
    const { body } = await upload(world, 'aminah', file)
    expect(checked.body).toEqual({ ...body, check_only: true, UUIDs: [] })
  })

  test('finds numbers that are taken, and tells what is there already', async () => {
    const [same, other] = [fresh(), fresh()]
    await upload(world, 'aminah', csvOf([row(same), row(other)]))
    const file = csvOf([row(same), row(other, { quantity: '2' })])
    const { body } = await upload(world, 'aminah', file, { check_only: true })
    expect(body).toMatchObject({
      Invoice_Numbers: [same],
      already_taken: [same],
      errors: [{ invoice_number: other }],
    })
  })
})

describe('who uploads', () => {
  test('does so for their own departments only, another one being none', async () => {
    const { status, body } = await upload(world, 'ezra', csvOf([row(fresh())]))
    expect(status).toBe(400)
    expect(body).toMatchObject({ 'row 2, sender_store_code': ['This is none of your store codes.'] })
  })

  test.each([
    ['bakri', 403],
    ['nobody', 401],
  ] as const)('needs the permission to create: %s', async (who, status) => {
    expect((await upload(world, who, csvOf([row(fresh())]))).status).toBe(status)
  })

  test('may be an integration', async () => {
    const { body } = await upload(world, 'key', csvOf([row(fresh())]))
    expect(body.status).toBe('Success')
    expect((await documentOf(world, body.UUIDs[0] ?? '')).created_by).toBeNull()
  })
})

describe('the error file', () => {
  test('holds the rows that were not taken, says why, and uploads once it is corrected', async () => {
    const [good, bad] = [fresh(), fresh()]
    const rows = [row(good), row(bad, { unit_price: '=1+1' }), row(bad, { 'customer.contact_number': '' })]
    const { body } = await upload(world, 'aminah', csvOf(rows), { with_error_file: true })
    const file = body.error_file ?? ''
    const [head, ...lines] = file.trimEnd().split('\r\n')
    expect(head).toMatch(/^\uFEFFinvoice_number,.*,row,error$/)
    expect(lines.map((line) => line.split(',')[0])).toEqual([bad, bad])
    expect(lines[0]).toContain('3,unit_price: =1+1 is no number')
    expect(lines[1]).toMatch(/,4,$/)
    const again = await upload(world, 'aminah', file.replace("'=1+1", '12.50'), { with_error_file: true })
    expect(again.body).toMatchObject({ status: 'Success', Invoice_Numbers: [bad], errors: [] })
    expect((await documentOf(world, again.body.UUIDs[0] ?? '')).content).toMatchObject({
      customer: { contact_number: '+60312345678' },
      items: [{ unit_price: '12.5' }, { unit_price: '12.5' }],
    })
    expect(again.body.error_file).toBeUndefined()
  })
})

describe('what stands behind the file', () => {
  const sendWith = (number: string, name: string) => {
    const form = new FormData()
    form.set('file', new File([csvOf([row(number)])], 'lines.csv'))
    form.set(name, 'true')
    return world.as('aminah').send('POST', imports.csv.path, form)
  }

  test('is ignored where it says nothing, as specified clients send it', async () => {
    expect((await sendWith(fresh(), 'created_by')).status).toBe(200)
  })

  test('is refused by name where it would come too late, and nothing is stored', async () => {
    const number = fresh()
    const { status, body } = await sendWith(number, 'check_only')
    expect([status, body.check_only]).toEqual([400, ['Send this field before the file.']])
    expect(await byNumber(number)).toEqual([])
  })
})

test('the errors of a file with semicolons come with semicolons, since they say how a comma is read', async () => {
  const file = csvOf([row(fresh(), { unit_price: '1,250' })], { delimiter: ';' })
  const first = await upload(world, 'aminah', file, { with_error_file: true })
  const again = await upload(world, 'aminah', first.body.error_file ?? '')
  expect([first.status, again.status]).toEqual([400, 400])
  expect(again.body.errors).toEqual(first.body.errors)
})

test('the sample template is taken as it is, and as a spreadsheet saves it', async () => {
  const { text, headers } = await world.as('chong').call(imports.template, {})
  expect(headers['content-disposition']).toContain('sample_template.csv')
  expect(await upload(world, 'chong', text, { check_only: true })).toMatchObject({
    status: 200,
    body: { errors: [] },
  })
  // Numbers lose the zeros in front, dates are written as here, semicolons stand between the cells.
  const spoiled = text
    .split('\r\n')
    .map((line) =>
      line
        .split(',')
        .map((cell) => (/^\d+$/.test(cell) ? String(Number(cell)) : cell))
        .map((cell) => cell.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1'))
        .join(';'),
    )
    .join('\r\n')
  expect(spoiled).not.toBe(text)
  expect(await upload(world, 'chong', spoiled)).toMatchObject({
    status: 200,
    body: { status: 'Success', Invoice_Numbers: sampleNumbers(world.clock.now()), errors: [] },
  })
})

test('each sample template has numbers of its own, so that the next one is taken too', async () => {
  const taken = async () => {
    world.clock.advance(1_000)
    const { text } = await world.as('chong').call(imports.template, {})
    const { status, body } = await upload(world, 'chong', text)
    return { status, already: body.already_taken, errors: body.errors }
  }
  for (const answer of [await taken(), await taken()])
    expect(answer).toEqual({ status: 200, already: undefined, errors: [] })
})

test('the sample template names the company where department codes do not, and none that is deactivated', async () => {
  const place = await createWorld()
  const devi = place.as('devi')
  const { selat } = place.company.entities
  const taken = async () => {
    const { text } = await devi.call(imports.template, {})
    const { status, body } = await upload(place, 'devi', text, { check_only: true })
    return [status, body.errors, text.split('\r\n')[1]?.split(',').slice(3, 5)]
  }
  await sql`UPDATE store_codes SET code = 'KUL01' WHERE code = 'JHB01'`.execute(place.db)
  await sql`INSERT INTO store_codes (sender_entity_id, code, name, created_at)
    SELECT ${selat}, code, name, created_at FROM store_codes WHERE code = 'PEN01'`.execute(place.db)
  expect(await taken()).toEqual([200, [], ['KUL01', expect.stringMatching(/^\d{16}$/)]])
  await devi.call(entities.setActive, { params: { id: selat }, body: { is_active: false } })
  expect(await taken()).toEqual([200, [], ['KUL01', '']])
})
