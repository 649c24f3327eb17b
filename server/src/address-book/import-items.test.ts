import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { BOOK_ROWS_MAX } from '#contract/imports/books.ts'
import { items } from '#contract/items.ts'
import { ITEM_FIELDS, ITEM_HEADINGS, ITEM_SAMPLE, type ItemField } from '#domain/imports/item-headings.ts'
import { recordTemplate } from '#domain/imports/record-template.ts'
import { csvHead, csvLine } from '#domain/text/csv.ts'
import { createWorld, type Who } from '../../test/world.ts'
import { ENTITIES } from '../demo/company.ts'

const world = await createWorld()
const { db } = world
const { kinabalu, selat } = world.company.entities

beforeEach(async () => {
  await sql`TRUNCATE portal_items, audit_events`.execute(db)
})

type Cells = Partial<Record<ItemField, string>>

const PAPER: Cells = {
  ...{ classification: '022', item_description: 'Kertas A4', tax_type: '01', tax_rate: '10' },
}
const RICE: Cells = { ...PAPER, item_description: 'Beras 5 kg', tax_type: '06', tax_rate: '0' }

const fileOf = (...rows: Cells[]) => {
  const columns = ITEM_FIELDS.map(
    (field) => [ITEM_HEADINGS[field], (row: Cells) => row[field] ?? ''] as const,
  )
  return csvHead(columns) + rows.map((row) => csvLine(columns, row)).join('')
}

const send = (text: string | Uint8Array<ArrayBuffer>, given: object = {}, who: Who = 'aminah') => {
  const form = { file: new File([text], 'items.csv'), sender_entity_code: '', ...given }
  return world.as(who).callWrongly(items.import, { form })
}
const bring = async (...sent: Parameters<typeof send>) => {
  const answer = await send(...sent)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const kept = async (sender_entity_id = kinabalu) => {
  const { rows } = await sql<{ told: string }>`
    SELECT concat_ws(' ', classification, item_description, tax_type, tax_rate) AS told
    FROM portal_items WHERE sender_entity_id = ${sender_entity_id} ORDER BY item_description`.execute(db)
  return rows.map(({ told }) => told)
}

describe('a file of items', () => {
  test('is checked without a trace, then taken, found by the form, and told in the audit log', async () => {
    const text = fileOf(PAPER, RICE)
    const counted = { rows: 2, added: 2, skipped: 0, refused: 0, there_already: [], errors: [] }
    expect(await bring(text, { check_only: 'true' })).toEqual({
      ...{ check_only: true, ...counted, changes: [], notes: [] },
    })
    const events = () =>
      sql`SELECT actor_name, action, target_kind, target_name, new_value FROM audit_events
        WHERE field = 'tax_rate' ORDER BY target_name`.execute(db)
    expect([await kept(), (await events()).rows]).toEqual([[], []])
    expect(await bring(text)).toMatchObject({ check_only: false, ...counted })
    expect(await kept()).toEqual(['022 Beras 5 kg 06 0.00', '022 Kertas A4 01 10.00'])
    const of = { actor_name: 'Aminah Yusof', action: 'create', target_kind: 'item' }
    expect((await events()).rows).toEqual([
      { ...of, target_name: 'Beras 5 kg', new_value: '0.00' },
      { ...of, target_name: 'Kertas A4', new_value: '10.00' },
    ])
    const { body } = await world.as('aminah').call(items.find, { query: { search: 'beras' } })
    expect(body).toMatchObject([{ item_description: 'Beras 5 kg', tax_type: '06', tax_rate: '0.00' }])
  })

  test('doubles nothing when it comes twice, nor twice at once', async () => {
    const many = Array.from({ length: 250 }, (_, at) => ({ ...PAPER, item_description: `Skru M${at}` }))
    const both = await Promise.all([bring(fileOf(...many)), bring(fileOf(...many.toReversed()))])
    expect(both[0].added + both[1].added).toBe(250)
    expect(both[0].skipped + both[1].skipped).toBe(250)
    expect(await kept()).toHaveLength(250)
    expect(await bring(fileOf(...many))).toMatchObject({ added: 0, skipped: 250, refused: 0 })
    expect(await kept()).toHaveLength(250)
  })

  test('overwrites nothing: what is there, or stands in it twice, is told and stays', async () => {
    await bring(fileOf(PAPER))
    const text = fileOf(
      { ...PAPER, item_description: 'KERTAS A4', tax_type: 'E', tax_rate: 'wrong' },
      { ...RICE, tax_type: 'Not Applicable' },
      { ...RICE, item_description: 'beras 5 KG', classification: '003' },
    )
    const answer = await bring(text)
    expect(answer).toMatchObject({ rows: 3, added: 1, skipped: 2, refused: 0 })
    expect(answer.there_already).toEqual([
      {
        ...{ row: 2, classification: '022', item_description: 'Kertas A4' },
        ...{ tax_type: '01', tax_rate: '10.00', same_as: null },
      },
      {
        ...{ row: 4, classification: '022', item_description: 'Beras 5 kg' },
        ...{ tax_type: '06', tax_rate: '0.00', same_as: 3 },
      },
    ])
    expect(await kept()).toEqual(['022 Beras 5 kg 06 0.00', '022 Kertas A4 01 10.00'])
  })

  test('loses its bad rows alone, each by number, field and message, and as a file that comes again', async () => {
    const answer = await bring(
      fileOf(
        PAPER,
        { ...RICE, classification: 'Computer, smartphone or tablets', tax_type: 'Sale Tax' },
        { ...RICE, item_description: '', classification: '099', tax_rate: '10.125' },
        { ...RICE, item_description: 'x'.repeat(301), tax_type: '', tax_rate: '101' },
      ),
    )
    expect(answer).toMatchObject({ added: 1, refused: 3 })
    expect(answer.errors).toEqual([
      {
        ...{ row: 3, field: 'classification' },
        message:
          'Computer, smartphone or tablets is no code of LHDN’s list; ' +
          'did you mean 003, Computer, smartphone or tablet?',
      },
      {
        ...{ row: 3, field: 'tax_type' },
        message: 'Sale Tax is no code of LHDN’s list; did you mean 01, Sales Tax?',
      },
      { row: 4, field: 'classification', message: '099 is no code of LHDN’s list.' },
      { row: 4, field: 'item_description', message: 'Please enter the description.' },
      { row: 4, field: 'tax_rate', message: 'At most 2 decimal places are allowed.' },
      { row: 5, field: 'item_description', message: 'At most 300 characters are allowed.' },
      { row: 5, field: 'tax_type', message: 'Please select the tax type.' },
      { row: 5, field: 'tax_rate', message: 'Please enter a rate from 0 to 100.' },
    ])
    const file = answer.error_file ?? ''
    expect(file).toContain('Tax Type: Sale Tax is no code of LHDN’s list; did you mean 01, Sales Tax?')
    const mended = file
      .replace('"Computer, smartphone or tablets",Beras 5 kg,Sale Tax', '003,Beras 5 kg,01')
      .replace('099,,06,10.125', '022,Gula 1 kg,06,0')
      .replace(`${'x'.repeat(301)},,101`, 'Garam 500 g,06,')
    expect(await bring(mended)).toMatchObject({ added: 3, refused: 0 })
    expect(await kept()).toHaveLength(4)
  })

  test('has rates as decimals, never as floats, and its digits as a spreadsheet left them', async () => {
    const text = fileOf(
      { ...PAPER, item_description: 'A', classification: '22', tax_type: '1', tax_rate: '6 %' },
      { ...PAPER, item_description: 'B', tax_rate: '0.07' },
      { ...PAPER, item_description: 'C', tax_rate: '100.00' },
      { ...PAPER, item_description: 'D', tax_rate: '.50' },
      { ...PAPER, item_description: 'E', tax_rate: '' },
      { ...PAPER, item_description: 'F', tax_rate: '8,5' },
      { ...PAPER, item_description: 'G', tax_rate: '1E+01' },
    )
    const { errors, changes } = await bring(text)
    expect(errors).toEqual([
      { row: 7, field: 'tax_rate', message: expect.stringMatching(/^8,5 is no number/) },
      { row: 8, field: 'tax_rate', message: expect.any(String) },
    ])
    const why = 'zeros put back that a spreadsheet drops'
    expect(changes).toEqual([
      { field: 'classification', from: '22', to: '022', why },
      { field: 'tax_type', from: '1', to: '01', why },
    ])
    expect(await kept()).toEqual([
      ...['022 A 01 6.00', '022 B 01 0.07', '022 C 01 100.00', '022 D 01 0.50', '022 E 01 0.00'],
    ])
  })

  test('is told of taxes at nothing and of rates that may be meant as a part of 1', async () => {
    const many = Array.from({ length: 12 }, (_, at) => ({
      ...PAPER,
      item_description: `S${at}`,
      tax_rate: '',
    }))
    const { added, notes } = await bring(
      fileOf(
        { ...PAPER, item_description: 'A', tax_rate: '0.06' },
        { ...PAPER, item_description: 'B', tax_type: '03', tax_rate: '0.5' },
        RICE,
        ...many,
      ),
    )
    expect(added).toBe(15)
    expect(notes).toEqual([
      'Row 2: The tax rate is 0.06%. Is 6% meant?',
      'Rows 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 and 2 more: A tax at 0% charges nothing. ' +
        'Enter its rate, or select Not Applicable (06) or Tax exemption (E).',
    ])
    const again = await bring(fileOf({ ...PAPER, item_description: 'A', tax_rate: '0.06' }))
    expect(again).toMatchObject({ added: 0, skipped: 1, notes: [] })
  })

  test.each(['06', 'E'])('loses a rate of the type %s, which carries none', async (tax_type) => {
    const { added, errors } = await bring(fileOf({ ...RICE, tax_type, tax_rate: '6' }, PAPER))
    expect(errors).toEqual([{ row: 2, field: 'tax_rate', message: 'This tax type carries no rate.' }])
    expect([added, await kept()]).toEqual([1, ['022 Kertas A4 01 10.00']])
  })

  test('keeps odd characters as they are, and no cell that a spreadsheet would run', async () => {
    const odd = ['=Sum(1)', "'Aisyah brand", '"Kaca" 3 mm, jernih; licin', 'İPEK', '綠茶 500 ml 🍵', 'a\nb']
    await bring(fileOf(...odd.map((item_description) => ({ ...PAPER, item_description }))))
    const { body } = await world.as('aminah').call(items.find, { query: {} })
    expect(body.map(({ item_description }) => item_description).toSorted()).toEqual(odd.toSorted())
    const again = fileOf(...odd.map((item_description) => ({ ...PAPER, item_description })))
    expect(await bring(again)).toMatchObject({ added: 0, skipped: odd.length })
  })

  test('may have headings in Malay, semicolons, a mark of its encoding and the letters of an old one', async () => {
    const headings = 'Kod Klasifikasi;Perihal Barang;Jenis Cukai;Kadar Cukai (%)'
    const text = `\uFEFF${headings}\r\n022;Kopi O;Sales Tax;5\r\n`
    expect(await bring(text)).toMatchObject({ added: 1, notes: [] })
    const latin = Buffer.from(`${headings}\r\n022;Café Seri;02;8\r\n`, 'latin1')
    expect(await bring(new Uint8Array(latin))).toMatchObject({
      added: 1,
      notes: [expect.stringMatching(/Windows-1252/)],
    })
    expect(await kept()).toEqual(['022 Café Seri 02 8.00', '022 Kopi O 01 5.00'])
  })

  test('may be the template, whose example is good as it is', async () => {
    expect(await bring(recordTemplate(ITEM_HEADINGS, ITEM_SAMPLE))).toMatchObject({ added: 1, refused: 0 })
    expect(await kept()).toEqual(['022 LED lamp 9 W, warm white 01 10.00'])
  })
})

describe('what makes all of a file doubtful is told at the file, and nothing is stored', () => {
  const HEADINGS = 'Classification,Description,Tax Type,Tax Rate'
  test.each([
    ['Clasification,Description,Tax Type,Tax Rat', 'Column D, Tax Rat, is not known; did you mean Tax Rate?'],
    [`${HEADINGS},Unit Price`, 'Column E, Unit Price, is not known.'],
    [`${HEADINGS},description`, 'Description stands in column B and in column E.'],
    ['Classification,Description', 'There is no column Tax Type.'],
    ['Classification,Description,Tax Type', 'There is no column Tax Rate.'],
    [HEADINGS, 'The file has headings, but no rows.'],
    ['', 'The file is empty.'],
    ['[{"item_description": "x"}]', 'This file is JSON. Please choose a CSV file.'],
    ['PK\u0003\u0004', expect.stringMatching(/Excel workbook/)],
    [`${HEADINGS}\n022,Skru, M6,01,10`, expect.stringMatching(/^Row 2 has 5 cells/)],
  ])('%j', async (text, message) => {
    const { status, body } = await send(text)
    expect([status, body.file]).toEqual([400, expect.arrayContaining([message])])
    expect(await kept()).toEqual([])
  })

  test('too many rows', async () => {
    const { status, text } = await send(`${HEADINGS}\n${'022,x,01,1\n'.repeat(BOOK_ROWS_MAX + 1)}`)
    expect([status, text]).toEqual([413, expect.stringContaining('more than 5,000 rows')])
  })

  test('a character that nothing can carry is refused in its row, by its field', async () => {
    const { errors, added } = await bring(fileOf({ ...PAPER, item_description: 'Ker\u001btas' }, RICE))
    expect(errors).toEqual([{ row: 2, field: 'item_description', message: expect.any(String) }])
    expect(added).toBe(1)
  })
})

describe('a file is taken', () => {
  test('from those who may add items, for one of their companies that is active', async () => {
    const text = fileOf(PAPER)
    expect((await send(text, {}, 'bakri')).status).toBe(403)
    expect((await send(text, {}, 'gita')).status).toBe(403)
    expect((await send(text, {}, 'key')).status).toBe(403)
    const open = await send(text, {}, 'devi')
    expect([open.status, open.body.sender_entity_code]).toEqual([400, ['Please select Sender']])
    const { entity_code: sender_entity_code } = ENTITIES.selat
    const foreign = await send(text, { sender_entity_code })
    expect([foreign.status, foreign.body.sender_entity_code]).toEqual([
      400,
      ['This is none of your companies.'],
    ])
    const none = await world.as('aminah').callWrongly(items.import, { form: { sender_entity_code: '' } })
    expect([none.status, none.body.file]).toEqual([400, [expect.any(String)]])
    await sql`UPDATE sender_entities SET is_active = false WHERE id = ${kinabalu}`.execute(db)
    expect((await send(text)).status).toBe(400)
    await sql`UPDATE sender_entities SET is_active = true WHERE id = ${kinabalu}`.execute(db)
    expect(await kept()).toEqual([])
  })

  test('for one company, whatever another one has', async () => {
    await bring(fileOf(PAPER), {}, 'chong')
    expect(await bring(fileOf(PAPER))).toMatchObject({ added: 1, skipped: 0 })
    expect([await kept(), await kept(selat)]).toEqual([
      ['022 Kertas A4 01 10.00'],
      ['022 Kertas A4 01 10.00'],
    ])
  })
})
