import { beforeAll, describe, expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { intake } from '#contract/intake.ts'
import { textFault } from '#domain/text/characters.ts'
import { readTree, textAt } from '../../domain/test/reading.ts'
import { buildDocument, documentOf, line, payload } from './build.ts'
import { allFields, type Calls, openCalls } from './calls/filled-calls.ts'
import { takes } from './calls/schema-fields.ts'
import { createWorld } from './world.ts'

const world = await createWorld({ simulator: true })
const fields = allFields()
let calls: Calls
beforeAll(async () => {
  calls = await openCalls(world)
})

const TEXTS: [string, string][] = [
  ['Malay', 'Kedai Runcit “Seri Jaya” – ½ harga, naïve'],
  ['Chinese', '海参 鮑魚 𠮷野家（马）有限公司'],
  ['Tamil', 'மலேசியா மசாலா நிறுவனம்'],
  ['Arabic and Hebrew', 'شركة ١٢٣ שלום'],
  ['scripts without a font', '한국어 ภาษาไทย हिन्दी ᚠᚢᚦ 𝔘𝔫𝔦'],
  ['emoji', '👩‍👩‍👧‍👦 👍🏽 🇲🇾 ☎️ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['combining marks', 'e\u0301 a\u0308\u0323 \u0301x Z̸̢̛a̴͘l̷g̵o̶'],
  ['marks of direction', 'a\u200fb\u200ec\u202bd\u202ce\u2066f\u2069g\u061ch'],
  ['odd blanks and breaks', 'a\u00a0b\u2003c\u2028d\u2029e\u3000f\u200bg\u0085h\ti\r\nj\ufeffk\u00adl'],
  ['what XML only discourages', 'a\u007fb\u0080c\u009fd\ufdd0e\u{1fffe}f\u{10ffff}g'],
  ['private and unassigned characters', 'a\ue000b\uf8ffc\u{f0000}d\u0378e\ufffdf\ufffcg'],
]

/** Something of each, short enough for most fields. */
const MIXED = TEXTS.map(([, text]) => text.slice(0, 5).toWellFormed()).join('')

describe('a text that people write', () => {
  test.each(TEXTS)('is taken, sent, archived and printed as it is: %s', async (_, text) => {
    const row = await buildDocument(world, {
      status: 'Validated',
      customer: { name: text, address1: text, city: text },
      document_remarks: text,
      contract_number: text,
      items: [line({ item_description: text })],
    })
    const { content } = await documentOf(world, row.id)
    expect(content).toMatchObject({
      customer: { name: text, address1: text, city: text },
      document_remarks: text,
      contract_number: text,
      items: [{ item_description: text }],
    })
    const { body } = await world.as('devi').call(documents.list, { query: { buyer_name: text } })
    expect(body.results).toMatchObject([{ uuid: row.id, customer: { name: text } }])
    const xml = await world.as('devi').send('GET', body.results[0]?.file_archive?.xml_url ?? '')
    expect(textAt(readTree(xml.text), 'InvoiceLine/Item/Description')).toBe(text)
    expect((await world.as('devi').call(documents.pdf, { query: { uuid: row.id } })).status).toBe(200)
  })
})

const CATEGORIES =
  'Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Co Cn'.split(' ')
const BMP = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
  (character) => textFault(character) === undefined,
)
const SAMPLE = 8

describe('the preview prints characters of every kind', () => {
  test.each(CATEGORIES)('%s', async (category) => {
    const known = BMP.filter((character) => new RegExp(`\\p{${category}}`, 'u').test(character))
    const text = known.filter((_, at) => at % Math.ceil(known.length / SAMPLE) === 0).join('x')
    expect(text).not.toBe('')
    const document = payload({
      invoice_number: text,
      customer: { name: text },
      items: [line({ item_description: text })],
      document_remarks: text,
    })
    expect((await world.as('aminah').call(intake.preview, { body: document })).status).toBe(200)
  })

  test('all of them in every field', async () => {
    // Where a document belongs is chosen, not written.
    const written = fields.filter(
      (field) =>
        field.endpoint.id === 'intake.preview' &&
        takes(field, MIXED) &&
        !/^sender_(store|entity)/.test(field.name),
    )
    expect(written.length).toBeGreaterThan(20)
    const [endpoint] = written.map((field) => field.endpoint)
    const fills = written.map((field) => ({ ...field, value: MIXED }))
    expect(endpoint && (await calls.send(endpoint, fills))).toMatchObject({ status: 200 })
  })
})

/** Last, since it renames the company. */
test('a text that people write passes wherever it fits', async () => {
  const fitting = Map.groupBy(
    fields.filter((field) => takes(field, MIXED)),
    ({ endpoint }) => endpoint,
  )
  expect(fitting.size).toBeGreaterThan(12)
  for (const [endpoint, together] of fitting) {
    const answer = await calls.send(
      endpoint,
      together.map((field) => ({ ...field, value: MIXED })),
    )
    expect([endpoint.id, answer.status < 500, answer.text]).toEqual([
      endpoint.id,
      true,
      expect.not.stringContaining('This text holds'),
    ])
  }
})
