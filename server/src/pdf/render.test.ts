import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { buyerOf, emptyParty, supplierOf } from '#domain/documents/document.ts'
import { calculate } from '#domain/documents/totals.ts'
import { letterWithoutFont } from '#domain/text/characters.ts'
import type { PdfInput } from './document.ts'
import { entry, exportInvoice, input, line, validated } from './fixtures/documents.ts'
import { readAttachment, readFacts, readFonts, readQrCode, readText } from './fixtures/read-pdf.ts'
import { createPdfRenderer } from './render.ts'

const renderer = createPdfRenderer({ log: pino({ level: 'silent' }) })
afterAll(() => renderer.close())
const render = (given: PdfInput) => renderer.render(async () => given, 'aminah')

const squeeze = (text: string) => text.replace(/\s+/g, '')
const lines = (count: number) =>
  Array.from({ length: count }, (_, i) => line({ item_description: `Barang ${i + 1}` }))

test('prints every line, both parties, the sums and the remark in Malay, Chinese and Tamil', async () => {
  const text = squeeze(readText(await render(input({ document: exportInvoice }))))
  for (const item of exportInvoice.items) expect(text).toContain(squeeze(item.item_description))
  for (const party of [supplierOf(exportInvoice), buyerOf(exportInvoice)]) {
    for (const fact of [party.name, party.tin_no, party.identity_number, party.address1, party.email]) {
      expect(text).toContain(squeeze(fact))
    }
  }
  expect(text).toContain(squeeze(exportInvoice.document_remarks))
  for (const sum of [
    'USD 89,028.24',
    'USD 7,116.88',
    'USD 93,645.14',
    'MYR 394,714.27',
    '1 USD = MYR 4.2150',
  ]) {
    expect(text).toContain(squeeze(sum))
  }
  expect(text).toContain(validated.uuid + squeeze('Long ID') + validated.long_id)
})

test('prints a Tamil name as it is spelled', async () => {
  const pdf = await render(input())
  expect(readText(pdf)).toContain('மலேசியா மசாலா நிறுவனம்')
})

test('carries the validation link as a QR code that a phone reads', async () => {
  expect(readQrCode(await render(input()), 1)).toBe(validated.validation_url)
  const pdf = await render(input({ document: exportInvoice }))
  expect(readQrCode(pdf, 2)).toBe(validated.validation_url)
  expect(readQrCode(await render(input({ lhdn: null })), 1)).toBeNull()
})

test('says DRAFT only on a draft', async () => {
  expect(readText(await render(input({ watermark: 'DRAFT' })))).toContain('DRAFT')
  expect(readText(await render(input()))).not.toContain('DRAFT')
})

test('prints what there is of a draft that was just begun', async () => {
  const begun = { invoice_type: '', invoice_number: '', customer: emptyParty, items: [] }
  const document = calculate(entry(begun))
  const pdf = await render(input({ document, watermark: 'DRAFT', status: '', lhdn: null, logo: '' }))
  expect(readText(pdf)).toMatch(
    /^Kinabalu Trading Sdn Bhd Document DRAFT .*Total payable Jumlah perlu dibayar MYR 0\.00/,
  )
})

test('fits twelve lines on one page and repeats the header over two hundred', async () => {
  const twelve = await render(input({ document: calculate(entry({ items: lines(12) })) }))
  expect(readFacts(twelve).Pages).toBe('1')
  const long = await render(input({ document: calculate(entry({ items: lines(200) })) }))
  const pages = Number(readFacts(long).Pages)
  expect(pages).toBeGreaterThan(3)
  expect(readText(long).split('Unit price').length - 1).toBeGreaterThanOrEqual(pages - 1)
  expect(readText(long)).toContain('Barang 200')
  expect(readText(long)).toContain(`Page ${pages} of ${pages}`)
})

test('is a tagged archive that carries the signed XML', async () => {
  const signed_xml = '<Invoice xmlns="urn:x">海参 &amp; மசாலா</Invoice>'
  const pdf = await render(input({ signed_xml }))
  expect(readAttachment(pdf)).toBe(signed_xml)
  expect(readFacts(pdf)).toMatchObject({ Tagged: 'yes', Title: 'Invoice M-KUL0101000042' })
  expect(pdf.toString('latin1')).toMatch(/pdfaid:part[^0-9]*3/)
})

test('prints hostile text as text', async () => {
  const hostile = '#eval("1+1") $x^2$ \\ " *b* _i_ `c` <lab> @ref // end #import "@preview/x"'
  const scripts = '😀 🎉 العربية שלום 한국어'
  const items = [hostile, '= heading', scripts].map((item_description) => line({ item_description }))
  const document = calculate(entry({ items, document_remarks: '#panic("no")', invoice_number: '"#{1}\\' }))
  const text = readText(await render(input({ document })))
  for (const part of [hostile, '= heading', '😀 🎉', '#panic("no")', '"#{1}\\']) expect(text).toContain(part)
  // Right-to-left words come out in reading order, whatever marks of direction the reader adds.
  for (const word of ['العربية', 'שלום']) expect(text).toContain(word)
})

const printed = (item_description: string) =>
  render(input({ document: calculate(entry({ items: [line({ item_description })] })) }))

// An archive has no letter without a glyph.
test.each([
  ['Jawi', 'Amiri', 'شركة تيک ايت ڤڠݢۏڽ چ برحد'],
  ['Thai', 'NotoSansThai', 'บริษัท สยามการค้า จำกัด'],
  ['Korean', 'NanumGothic', '주식회사 한국상사'],
  ['Punjabi', 'NotoSansGurmukhi', 'ਸਿੰਘ ਟਰੇਡਿੰਗ ਕੰਪਨੀ'],
  ['Malayalam', 'NotoSansMalayalam', 'കേരള വ്യാപാര കമ്പനി'],
  ['Hindi', 'NotoSans', 'भारत व्यापार कंपनी'],
  ['Hebrew', 'LibertinusSerif', 'שלום'],
  ['Armenian', 'DejaVuSansMono', 'Հայերեն'],
  ['Georgian', 'DejaVuSansMono', 'ქართული'],
  ['Lao', 'DejaVuSansMono', 'ລາວ'],
  ['Greek and Russian', 'NotoSans', 'Ελληνικά Русский'],
  ['Japanese', 'NotoSansSC', 'カタカナ ひらがな 株式会社'],
])('draws every letter of %s, with %s', async (_, font, name) => {
  const pdf = await printed(name)
  expect(pdf.toString('latin1')).toContain('pdfaid:part')
  expect(readFonts(pdf).some((one) => one.startsWith(font))).toBe(true)
  expect(letterWithoutFont(name)).toBeUndefined()
})

test.each(['తెలుగు', 'සිංහල', 'မြန်မာ', 'বাংলা', 'ខ្មែរ', 'ગુજરાતી', 'ಕನ್ನಡ', 'አማርኛ'])(
  'prints boxes for %s, of which a check warns',
  async (name) => {
    expect((await printed(name)).toString('latin1')).not.toContain('pdfaid:part')
    expect(letterWithoutFont(name)).toBe(name[0])
  },
)

test('prints with no font of the machine, so that it is the same everywhere', async () => {
  const pdf = await printed('العربية שלום ქართული Հայերեն አማርኛ ᐃᓄᒃᑎᑐᑦ ⵜⴰⵎⴰⵣⵉⵖⵜ ߒߞߏ ⁂ ⅓ ♞')
  for (const font of readFonts(pdf))
    expect(font).toMatch(/^(NotoSans|NotoEmoji|NanumGothic|Amiri|DejaVuSansMono|LibertinusSerif)/)
})

test.each([
  ['a private sign of some font', '\ue000'],
  ['a letter without a font', '\u0378'],
])('prints what may not stand in an archive as a plain PDF: %s', async (_, sign) => {
  const text = `Kertas${sign}A4`
  const document = calculate(
    entry({ invoice_number: text, items: [line({ item_description: text })], document_remarks: text }),
  )
  const pdf = await render(input({ document }))
  expect(pdf.toString('latin1')).not.toContain('pdfaid:part')
  expect(readFacts(pdf)).toMatchObject({ Tagged: 'yes', Pages: '1' })
})

test('keeps a sign without meaning out of the archived text', async () => {
  const document = calculate(entry({ invoice_number: 'Kertas\ufeffA4' }))
  const pdf = await render(input({ document }))
  expect(readFacts(pdf)).toMatchObject({ Tagged: 'yes', Pages: '1' })
  expect(squeeze(readText(pdf))).toContain('KertasA4')
})

test('prints each label in Malay too, beneath the English, and the type of the document', async () => {
  const text = readText(await render(input({ document: exportInvoice, watermark: 'DRAFT' })))
  for (const label of ['Jumlah perlu dibayar', 'Harga seunit', 'Tarikh akhir bayaran', 'Pembeli', 'DRAF']) {
    expect(text).toContain(label)
  }
  expect(text).toContain('Invoice Invois M-KUL0101000042')
})

test('breaks words that are wider than their column', async () => {
  const name = 'W'.repeat(300)
  const document = calculate(
    entry({ customer: { ...entry().customer, name }, items: [line({ item_description: name })] }),
  )
  const text = squeeze(readText(await render(input({ document }))))
  expect(text.split(name).length - 1).toBe(2)
})

test.each(['door.jpeg', 'door.webp', 'glass.png', 'glass.webp', 'glass-lossless.webp'])(
  'draws a logo that was uploaded: %s',
  async (name) => {
    const bytes = readFileSync(join(import.meta.dirname, '../platform/picture/fixtures', name))
    const logo = `data:image/${extname(name).slice(1)};base64,${bytes.toString('base64')}`
    const text = readText(await render(input({ logo })))
    expect(text.split('Kinabalu Trading Sdn Bhd').length - 1).toBe(1)
  },
)

test('prints the name of the company where the logo cannot be drawn', async () => {
  for (const logo of ['data:image/png;base64,bm8=', 'https://example.com/logo.png', '']) {
    const text = readText(await render(input({ logo })))
    expect(text.split('Kinabalu Trading Sdn Bhd').length - 1).toBe(2)
  }
  expect(readText(await render(input())).split('Kinabalu Trading Sdn Bhd').length - 1).toBe(1)
})

test('gives back what a long document took', async () => {
  const GROWTH_BYTES_MAX = 30_000_000
  const print = (at: number) => {
    const items = Array.from({ length: 60 }, (_, i) =>
      line({ item_description: `${at}-${i} ${'海'.repeat(290)}` }),
    )
    return render(input({ document: calculate(entry({ items })) }))
  }
  await print(0)
  const before = process.memoryUsage.rss()
  for (let at = 1; at < 5; at++) await print(at)
  expect(process.memoryUsage.rss() - before).toBeLessThan(GROWTH_BYTES_MAX)
})

test('keeps its memory over a hundred documents', async () => {
  const GROWTH_BYTES_MAX = 60_000_000
  const document = calculate(entry({ items: lines(12) }))
  const print = async (count: number, from: number) => {
    for (let i = from; i < from + count; i++) {
      const items = document.items.map((item) => ({
        ...item,
        item_description: `${item.item_description} of ${i}`,
      }))
      await render(input({ document: { ...document, invoice_number: `M-${i}`, items } }))
    }
  }
  await print(30, 0)
  const before = process.memoryUsage.rss()
  await print(100, 30)
  expect(process.memoryUsage.rss() - before).toBeLessThan(GROWTH_BYTES_MAX)
})
