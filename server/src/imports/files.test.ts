import { Buffer } from 'node:buffer'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { DOCUMENTS_PER_FILE_MAX, imports } from '#contract/imports.ts'
import { csvOf, jsonDocument, row, upload } from '../../test/files.ts'
import { begin } from '../../test/importing.ts'
import { storedIn } from '../../test/stored.ts'
import { createWorld } from '../../test/world.ts'
import { on } from '../documents/store/tables.ts'

const world = await createWorld()
let count = 0
const fresh = () => `INV-${++count}`
const send = (content: string | Uint8Array<ArrayBuffer>) => upload(world, 'aminah', content)

/** Latin-1 is Windows-1252 where the latter has letters. */
const bytesOf = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding))
const swapped = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le').swap16())

const buyerOf = async (number: string) => {
  const found = await on(world.db)
    .selectFrom('documents')
    .where('invoice_number', '=', number)
    .select('buyer_name')
    .executeTakeFirst()
  return found?.buyer_name
}

const CAFE = 'Café Müller Sdn Bhd'
const fileWith = (number: string, name = CAFE, options = {}) =>
  csvOf([row(number, { 'customer.name': name })], options)

describe('a file in', () => {
  test.each([
    ['UTF-8', (text: string) => bytesOf(text, 'utf8'), undefined],
    ['UTF-8 with its mark', (text: string) => bytesOf(`\uFEFF${text}`, 'utf8'), undefined],
    ['UTF-16, little end first', (text: string) => bytesOf(`\uFEFF${text}`, 'utf16le'), undefined],
    ['UTF-16, big end first', (text: string) => swapped(`\uFEFF${text}`), undefined],
    [
      'Windows-1252, which is guessed and told',
      (text: string) => bytesOf(text, 'latin1'),
      [expect.stringContaining('Windows-1252')],
    ],
  ])('%s is read as it was written', async (_, encode, notes) => {
    const number = fresh()
    const { body } = await send(encode(fileWith(number)))
    expect(body).toMatchObject({ status: 'Success', Invoice_Numbers: [number] })
    expect(body.notes).toEqual(notes)
    expect(await buyerOf(number)).toBe(CAFE)
  })

  test.each([
    ['UTF-8 that breaks off', Buffer.concat([Buffer.from(fileWith('X')), Buffer.from([0xe6, 0xb5])])],
    ['UTF-8 with a wrong byte', Buffer.from(fileWith('X').replace('Kertas', 'K\u0001rtas')).map(unmark)],
    ['UTF-16 without its mark', Buffer.from(fileWith('X'), 'utf16le')],
    ['half of UTF-16', Buffer.from(`\uFEFF${fileWith('X')}`, 'utf16le').subarray(0, -1)],
    [
      'a Chinese encoding',
      Buffer.concat([bytesOf('invoice_number\r\n', 'latin1'), gbk('d6d0ceb4b9abcbbed3d0')]),
    ],
    ['no text at all: a workbook', Buffer.from('PK\u0003\u0004 and so on')],
    ['no text at all: compressed', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0])],
    ['half a pair', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00])],
  ])('%s is refused, never mended', async (_, bytes) => {
    const before = await storedIn(world)
    const { status, body } = await send(new Uint8Array(bytes))
    expect([status, Object.keys(body)]).toEqual([400, expect.arrayContaining(['file'])])
    expect(body.errors).toEqual([{ invoice_number: '', errors: expect.stringContaining('Save it as') }])
    expect(await storedIn(world)).toEqual(before)
  })

  test.each([
    ['a heading', fileWith('X').replace('invoice_number', 'invoice\u0000number')],
    ['a cell', fileWith('X', 'Seri\u0000Jaya')],
  ])('UTF-16 with NUL in %s begins no import', async (_, text) => {
    const { status, body } = await begin(world, 'aminah', bytesOf(`\uFEFF${text}`, 'utf16le'))
    expect([status, body.file]).toEqual([400, [expect.stringContaining('The file holds NUL')]])
  })
})

function unmark(byte: number) {
  return byte === 1 ? 0xff : byte
}

function gbk(hex: string) {
  return Buffer.from(hex, 'hex')
}

describe('cells are parted by', () => {
  test.each([
    ['semicolons', { delimiter: ';' }],
    ['tabs', { delimiter: '\t' }],
  ])('%s as well as by commas', async (_, options) => {
    const number = fresh()
    expect((await send(fileWith(number, 'One, two; three', options))).body.Invoice_Numbers).toEqual([number])
    expect(await buyerOf(number)).toBe('One, two; three')
  })

  test('nothing in quotation marks: a cell may hold lines, quotes and commas', async () => {
    const number = fresh()
    const name = 'Say "yes",\nSdn Bhd'
    expect((await send(fileWith(number, name))).body.Invoice_Numbers).toEqual([number])
    expect(await buyerOf(number)).toBe(name)
  })
})

describe('headings', () => {
  test('are known in any case, with blanks, and by the names of lines within them', async () => {
    const number = fresh()
    const file = csvOf([row(number)])
      .replace('invoice_number', ' Invoice Number ')
      .replace('customer.tin_no', 'Customer TIN No')
      .replace('unit_price', 'items.unit_price')
    expect((await send(file)).body).toMatchObject({ status: 'Success' })
  })

  test.each([
    ['unknown', 'quantity', 'quantiti', 'Column Q, quantiti, is not known; did you mean quantity?'],
    ['twice', 'tax_rate', 'Unit Price', 'unit_price stands in column R and in column T.'],
    [
      'missing',
      'invoice_number',
      'row',
      'There is no column invoice_number: an upload brings its own numbers.',
    ],
  ])('that are %s are refused by name', async (_, known, written, message) => {
    const { status, body } = await send(csvOf([row(fresh())]).replace(known, written))
    expect([status, body.file]).toEqual([400, [message]])
  })
})

test('rows with more or fewer cells than headings are named, and nothing of the file is taken', async () => {
  const [head, line] = csvOf([row(fresh())]).split('\r\n')
  const before = await storedIn(world)
  const { status, body } = await send([head, line, `${line},more`, '', ',,', 'INV-9,01'].join('\n'))
  expect([status, body.file]).toEqual([
    400,
    [
      expect.stringMatching(/^Row 3 has 21 cells, but there are 20 headings/),
      expect.stringMatching(/^Row 5 has 3 cells/),
      expect.stringMatching(/^Row 6 has 2 cells/),
    ].filter((_, at) => at !== 1),
  ])
  expect(await storedIn(world)).toEqual(before)
})

describe('a file is refused that', () => {
  const head = 'invoice_number,item_description\n'
  test.each([
    ['is empty but for blanks', ' \n\n', 400, 'The file is empty.'],
    ['has headings alone', head, 400, 'The file has headings, but no rows.'],
    ['leaves a quotation mark open', `${head}A,"x\n`, 400, 'Row 2 has a quotation mark that is not closed.'],
    [
      'has one inside a cell',
      `${head}A,5" pipe\n`,
      400,
      'Row 2 has a quotation mark in the middle of a cell.',
    ],
    ['is no JSON', '[{"invoice_number":', 400, 'The file is no JSON that can be read.'],
    ['holds no document', '[]', 400, 'The file holds no document.'],
  ])('%s', async (_, content, status, message) => {
    const { body, ...answer } = await send(content)
    expect([answer.status, body.errors]).toEqual([
      status,
      [{ invoice_number: '', errors: expect.stringContaining(message) }],
    ])
  })

  test('has more documents or rows than fit, which says how many do', async () => {
    const many = Array.from({ length: 50_001 }, () => ({}))
    const documents = await send(JSON.stringify(many))
    expect([documents.status, documents.body.detail]).toEqual([
      413,
      'The file has more than 50,000 documents. No more fit one upload: split the file.',
    ])
    const rows = await send(`invoice_number\n${'A\n'.repeat(50_001)}`)
    expect([rows.status, rows.body.detail]).toEqual([413, expect.stringContaining('more than 50,000 rows')])
  })
})

const MB = 1_000_000

describe('a bomb is refused', () => {
  test.each([
    ['one cell without end', `invoice_number\n"${'x'.repeat(9 * MB)}`, 400, 'longer than the 64,000 bytes'],
    ['a heading without end', 'x'.repeat(9 * MB), 400, 'The first line is longer'],
    ['a hundred thousand columns', `${'a,'.repeat(100_000)}\n`, 400, 'longer than the 64,000 bytes'],
    ['more columns than there are', `${'a,'.repeat(300)}\n`, 400, 'more than 200 cells'],
    ['blanks without end', ' '.repeat(9 * MB), 400, 'The first line is longer'],
    ['ends of lines without end', '\n'.repeat(9 * MB), 400, 'The first line is longer'],
    ['lists in lists', '['.repeat(2 * MB), 400, 'longer than 1,000,000 characters'],
    ['a million values', `[[${'1,'.repeat(400_000)}1]]`, 400, '150,000 values'],
    ['a million documents', `[${'1,'.repeat(900_000)}1]`, 413, 'more than 50,000 documents'],
  ])('%s', async (_, content, status, message) => {
    const answer = await send(content)
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(message)])
  })
})

test('a cell without end is refused while it arrives: its sender is answered, and little of it is read', async () => {
  const address = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const headers = {
    'content-type': 'multipart/form-data; boundary=X',
    ...(await world.tokenHeader(world.company.users.aminah)),
  }
  const call = request(new URL(imports.csv.path, address), { method: 'POST', headers })
  call.on('error', () => {})
  const answer = once(call, 'response') as Promise<[IncomingMessage]>
  call.write(
    '--X\r\ncontent-disposition: form-data; name="file"; filename="x.csv"\r\n\r\ninvoice_number\r\n"',
  )
  const sent = sendOn(call)
  const [refusal] = await answer
  expect([refusal.statusCode, await json(refusal)]).toEqual([
    400,
    expect.objectContaining({ file: [expect.stringContaining('Row 2 is longer than the 64,000 bytes')] }),
  ])
  call.destroy()
  expect(await sent).toBeLessThan(16 * MB)
})

/** Sends more and more until the connection ends; answers how many bytes. */
const sendOn = async (call: ClientRequest): Promise<number> => {
  const chunk = Buffer.alloc(65_536, 'x')
  const gone = once(call, 'close')
  let bytes = 0
  while (!call.destroyed && bytes < 50 * MB) {
    bytes += chunk.length
    if (!call.write(chunk)) await Promise.race([once(call, 'drain'), gone])
  }
  return bytes
}

describe('a JSON file', () => {
  const sendJson = (value: unknown, who: 'aminah' | 'key' = 'aminah') =>
    world.as(who).callWrongly(imports.file, {
      form: { approval: 'true' },
      upload: new File([JSON.stringify(value)], 'x.json'),
    })

  test.each([
    ['one document', (a: string) => jsonDocument(a)],
    ['a list of them', (a: string) => [jsonDocument(a)]],
    ['what submit-json takes', (a: string) => [{ invoices_data: [jsonDocument(a)] }]],
  ])('holds %s', async (_, wrap) => {
    const number = fresh()
    const first = await sendJson(wrap(number), 'key')
    expect(first.body).toMatchObject({ status: 'Success', Invoice_Numbers: [number] })
    const again = await sendJson(wrap(number), 'key')
    expect(again.body).toEqual({ ...first.body, already_taken: [number] })
  })

  test('whose documents have no number, or the same one twice, is refused by name', async () => {
    const number = fresh()
    const { body } = await sendJson([
      jsonDocument(number),
      jsonDocument(number),
      { ...jsonDocument(''), source: 'UI' },
      5,
    ])
    expect(body.Invoice_Numbers).toEqual([number])
    expect(body.errors.map(({ errors }) => Array.isArray(errors) && errors[0]?.details)).toEqual([
      { invoice_number: ['This number stands twice in the file.'] },
      { invoice_number: ['Uploads bring their own numbers.'] },
      { non_field_errors: [expect.any(String)] },
    ])
  })
})

test('two hundred documents are taken in one call', async () => {
  const numbers = Array.from({ length: DOCUMENTS_PER_FILE_MAX }, (_, at) => `FULL-${at}`)
  const { body } = await send(csvOf(numbers.map((number) => row(number))))
  expect(body).toMatchObject({ status: 'Success', Invoice_Numbers: numbers, errors: [] })
})
