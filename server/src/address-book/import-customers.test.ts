import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { customers } from '#contract/customers.ts'
import { BOOK_ROWS_MAX } from '#contract/imports/books.ts'
import { CUSTOMER_HEADINGS, CUSTOMER_SAMPLE, type CustomerField } from '#domain/imports/customer-headings.ts'
import { recordTemplate } from '#domain/imports/record-template.ts'
import { csvHead, csvLine } from '#domain/text/csv.ts'
import { createWorld, type Who } from '../../test/world.ts'
import { ENTITIES } from '../demo/company.ts'

const world = await createWorld()
const { db } = world
const { kinabalu, selat } = world.company.entities

beforeEach(async () => {
  await sql`TRUNCATE customers, audit_events`.execute(db)
})

type Cells = Partial<Record<CustomerField, string>>

const SERI: Cells = {
  ...{ name: 'Perniagaan Seri Jaya', tin_no: 'C25845632020', identity_type: 'BRN' },
  ...{ identity_number: '201901012345', contact_number: '+60312345678', address1: '12 Jalan Tun Razak' },
  ...{ zipcode: '50400', city: 'Kuala Lumpur', state: 'Kuala Lumpur', country: 'Malaysia' },
}
const TAN: Cells = { ...SERI, name: 'Tan Trading', identity_number: '201901012346' }
const PUBLIC: Cells = {
  ...{ ...SERI, name: 'Walk-in', tin_no: 'EI00000000010', identity_type: 'NA', identity_number: '' },
}

const FIELDS = Object.keys(CUSTOMER_HEADINGS) as CustomerField[] // of a literal
const fileOf = (...rows: Cells[]) => {
  const columns = FIELDS.map((field) => [CUSTOMER_HEADINGS[field], (row: Cells) => row[field] ?? ''] as const)
  return csvHead(columns) + rows.map((row) => csvLine(columns, row)).join('')
}

const send = (text: string, given: object = {}, who: Who = 'aminah') => {
  const form = { file: new File([text], 'customers.csv'), sender_entity_code: '', ...given }
  return world.as(who).callWrongly(customers.import, { form })
}
const bring = async (text: string, given: object = {}, who: Who = 'aminah') => {
  const answer = await send(text, given, who)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const kept = async (sender_entity_id = kinabalu) => {
  const { rows } = await sql<{ name: string; city: string }>`
    SELECT name, city FROM customers WHERE sender_entity_id = ${sender_entity_id} ORDER BY name`.execute(db)
  return rows.map(({ name, city }) => `${name}, ${city}`)
}

describe('a file of customers', () => {
  test('is checked without a trace, then taken, and told in the audit log', async () => {
    const text = fileOf(SERI, TAN)
    const counted = { rows: 2, added: 2, skipped: 0, refused: 0, there_already: [], errors: [] }
    expect(await bring(text, { check_only: 'true' })).toEqual({
      ...{ check_only: true, ...counted, changes: [], notes: [] },
    })
    const events = () =>
      sql`SELECT actor_name, action, target_kind, target_name FROM audit_events
        WHERE field = 'name' ORDER BY target_name`.execute(db)
    expect([await kept(), (await events()).rows]).toEqual([[], []])
    expect(await bring(text)).toMatchObject({ check_only: false, ...counted })
    expect(await kept()).toEqual(['Perniagaan Seri Jaya, Kuala Lumpur', 'Tan Trading, Kuala Lumpur'])
    const of = { actor_name: 'Aminah Yusof', action: 'create', target_kind: 'customer' }
    expect((await events()).rows).toEqual(
      ['Perniagaan Seri Jaya', 'Tan Trading'].map((target_name) => ({ ...of, target_name })),
    )
    const { body } = await world.as('aminah').call(customers.find, { query: { search: 'tan' } })
    expect(body).toMatchObject([{ entity_code: expect.stringMatching(/^\d{16}$/), source_ui: true }])
  })

  test('doubles nothing when it comes twice, also of those who have no number', async () => {
    const text = fileOf(SERI, PUBLIC, { ...PUBLIC, name: 'Passers-by' })
    expect(await bring(text)).toMatchObject({ added: 3 })
    const before = await kept()
    expect(await bring(text)).toMatchObject({ added: 0, skipped: 3, refused: 0 })
    expect(await kept()).toEqual(before)
  })

  test('doubles nothing when it comes twice at once', async () => {
    const many = Array.from({ length: 250 }, (_, at) => ({
      ...(at % 2 === 0 ? PUBLIC : SERI),
      ...{ name: `Kedai ${at}`, ...(at % 2 === 1 && { identity_number: String(201900000000 + at) }) },
    }))
    const both = await Promise.all([bring(fileOf(...many)), bring(fileOf(...many.toReversed()))])
    expect(both[0].added + both[1].added).toBe(250)
    expect(both[0].skipped + both[1].skipped).toBe(250)
    expect(await kept()).toHaveLength(250)
  })

  test('overwrites nobody: who is there, or stands in it twice, is told and stays', async () => {
    await bring(fileOf(SERI))
    const other = { name: 'Another name', city: 'Ipoh', zipcode: 'wrong' }
    const answer = await bring(fileOf({ ...SERI, ...other }, TAN, { ...TAN, name: 'Tan again' }))
    expect(answer).toMatchObject({ rows: 3, added: 1, skipped: 2, refused: 0 })
    expect(answer.there_already).toEqual([
      { row: 2, name: 'Perniagaan Seri Jaya', identity_number: '201901012345', same_as: null },
      { row: 4, name: 'Tan Trading', identity_number: '201901012346', same_as: 3 },
    ])
    expect(await kept()).toEqual(['Perniagaan Seri Jaya, Kuala Lumpur', 'Tan Trading, Kuala Lumpur'])
  })

  test('loses its bad rows alone, each by number, field and message, and as a file that comes again', async () => {
    const wrong = { ...TAN, zipcode: '504', identity_number: '2.01901E+11', email: 'nobody' }
    const answer = await bring(fileOf(SERI, wrong, { ...PUBLIC, name: '' }))
    expect(answer).toMatchObject({ added: 1, refused: 2 })
    expect(answer.errors).toEqual([
      { row: 3, field: 'identity_number', message: expect.stringMatching(/spreadsheet shortened/) },
      { row: 3, field: 'zipcode', message: expect.any(String) },
      { row: 3, field: 'email', message: expect.any(String) },
      { row: 4, field: 'name', message: 'Please enter the name.' },
    ])
    const file = answer.error_file ?? ''
    expect(file).toContain('"Identity Number: A spreadsheet shortened')
    const mended = file
      .replace('2.01901E+11', '201901012346')
      .replace(',504,', ',50400,')
      .replace(',nobody,', ',tan@trading.example,')
      .replace(',EI00000000010', 'Walk-in,EI00000000010')
    expect(await bring(mended)).toMatchObject({ added: 2, refused: 0 })
    expect(await kept()).toHaveLength(3)
  })

  test('is written as the authority takes it, and each kind of change is told once', async () => {
    const answer = await bring(
      fileOf({ ...SERI, tin_no: 'c 25845632-020' }, { ...TAN, tin_no: 'c25845632020' }),
    )
    expect(answer.changes).toEqual([
      expect.objectContaining({ field: 'tin_no', from: 'c 25845632-020', to: 'C25845632020' }),
      expect.objectContaining({ field: 'tin_no', from: 'c25845632020', to: 'C25845632020' }),
    ])
  })

  test('may be the template, whose example is good as it is', async () => {
    const template = recordTemplate(CUSTOMER_HEADINGS, CUSTOMER_SAMPLE)
    expect(await bring(template)).toMatchObject({ rows: 1, added: 1, refused: 0 })
    expect(await kept()).toEqual(['Perniagaan Seri Jaya Sdn Bhd, Kuala Lumpur'])
  })

  test('may have headings of others, semicolons and the letters of an old spreadsheet', async () => {
    const headings = 'Nama Pelanggan;TIN;ID Type;No. Pendaftaran;Phone;Address;Poskod;Bandar;Negeri;Negara'
    const line = 'Café Seri;C25845632020;BRN;201901012345;+60312345678;12 Jalan;50400;KL;Selangor;Malaysia'
    const latin = Buffer.from(`${headings}\r\n${line}\r\n`, 'latin1')
    const answer = await world.as('aminah').call(customers.import, {
      form: { file: new File([latin], 'old.csv'), sender_entity_code: '' },
    })
    expect(answer.body, answer.text).toMatchObject({
      added: 1,
      notes: [expect.stringMatching(/Windows-1252/)],
    })
    expect(await kept()).toEqual(['Café Seri, KL'])
  })
})

describe('our own CSV Report', () => {
  const report = async (who: Who) => (await world.as(who).call(customers.report, { query: {} })).text

  test('can be brought to another company whole, and back to its own without an effect', async () => {
    const full: Cells = {
      ...{ ...SERI, name: '=Seri "Jaya", Sdn Bhd', email: 'akaun@seri.example', address2: 'Tingkat 3' },
      ...{ sst_no: 'W10-1808-32000059', msic_code: '46510', business_description: 'Computers' },
      ...{
        contact_person: "'Aisyah",
        contact_reference: '007',
        bank_number: '0123456789',
        is_supplier: 'TRUE',
      },
    }
    const abroad = { ...TAN, country: 'Singapore', state: 'Bukit Timah', zipcode: '248373' }
    await bring(fileOf(full, abroad, PUBLIC))
    const text = await report('aminah')
    expect(await bring(text)).toMatchObject({ rows: 3, added: 0, skipped: 3, refused: 0 })
    const answer = await bring(text, { sender_entity_code: ENTITIES.selat.entity_code }, 'devi')
    expect(answer).toMatchObject({ added: 3, refused: 0, changes: [] })
    const rowsOf = async (id: string) => {
      const { rows } = await sql<{ one: object }>`
        SELECT to_jsonb(c) - '{id,entity_code,sender_entity_id,modified_at,created_at}'::text[] AS one
        FROM customers c WHERE sender_entity_id = ${id} ORDER BY name`.execute(db)
      return rows.map(({ one }) => one)
    }
    expect(await rowsOf(selat)).toEqual(await rowsOf(kinabalu))
    expect(await rowsOf(selat)).toContainEqual(
      expect.objectContaining({ name: full.name, contact_person: "'Aisyah", is_supplier: true, state: '14' }),
    )
  })
})

describe('what makes all of a file doubtful is told at the file, and nothing is stored', () => {
  test.each([
    ['Name,Contact Persom', 'Column B, Contact Persom, is not known; did you mean Contact Person?'],
    ['Name,Identity Number,Colour', 'Column C, Colour, is not known.'],
    ['Name,name,Identity Number', 'Name stands in column A and in column B.'],
    ['TIN,Identity Type', 'There is no column Name.'],
    ['Name,Identity Number', 'The file has headings, but no rows.'],
    ['', 'The file is empty.'],
    ['[{"name": "x"}]', 'This file is JSON. Please choose a CSV file.'],
    ['PK\u0003\u0004', expect.stringMatching(/Excel workbook/)],
    ['Name,Identity Number\nx,1,2', expect.stringMatching(/^Row 2 has 3 cells/)],
  ])('%j', async (text, message) => {
    const { status, body } = await send(text)
    expect([status, body.file]).toEqual([400, expect.arrayContaining([message])])
    expect(await kept()).toEqual([])
  })

  test('too many rows', async () => {
    const { status, text } = await send(`Name,Identity Number\n${'x,1\n'.repeat(BOOK_ROWS_MAX + 1)}`)
    expect([status, text]).toEqual([413, expect.stringContaining('more than 5,000 rows')])
  })

  test('a character that nothing can carry is refused in its row, by its field', async () => {
    const { errors } = await bring(fileOf({ ...SERI, city: 'Ip\u001boh' }, TAN))
    expect(errors).toEqual([{ row: 2, field: 'city', message: expect.any(String) }])
  })
})

describe('a file is taken', () => {
  test('from those who may add customers, for one of their companies that is active', async () => {
    const text = fileOf(SERI)
    expect((await send(text, {}, 'bakri')).status).toBe(403)
    expect((await send(text, {}, 'gita')).status).toBe(403)
    expect((await send(text, {}, 'key')).status).toBe(403)
    const open = await send(text, {}, 'devi')
    expect([open.status, open.body.sender_entity_code]).toEqual([400, ['Please select Sender']])
    const foreign = await send(text, { sender_entity_code: ENTITIES.selat.entity_code })
    expect([foreign.status, foreign.body.sender_entity_code]).toEqual([
      400,
      ['This is none of your companies.'],
    ])
    const none = await world.as('aminah').callWrongly(customers.import, { form: { sender_entity_code: '' } })
    expect([none.status, none.body.file]).toEqual([400, [expect.any(String)]])
    await sql`UPDATE sender_entities SET is_active = false WHERE id = ${kinabalu}`.execute(db)
    expect((await send(text)).status).toBe(400)
    await sql`UPDATE sender_entities SET is_active = true WHERE id = ${kinabalu}`.execute(db)
    expect(await kept()).toEqual([])
  })
})
