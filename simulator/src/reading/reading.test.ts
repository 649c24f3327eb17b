import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { buildXml, signXml } from '../../test/build.ts'
import { buildJson, signJson } from '../../test/build-json.ts'
import { newAuthority } from '../../test/signer.ts'
import { find, textAt, UnreadableDocument } from './element.ts'
import { minifyJson } from './json-text.ts'
import { readJson } from './read-json.ts'
import { readXml } from './read-xml.ts'

const signer = newAuthority().issue()
const xmllint = spawnSync('xmllint', ['--version']).status === 0
if (!xmllint) console.warn('xmllint is not installed: the canonical bytes have no independent referee here')

/**
 * Tidies XML as a careless sender would: line breaks, other quotes, attribute order, entities, an XML
 * declaration.
 */
const untidy = (xml: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${xml}`
    .replaceAll('><cac:', '>\n  <cac:')
    .replace('schemeAgencyID="6" schemeID="UN/ECE 5153"', "schemeID='UN/ECE 5153'   schemeAgencyID='6'")
    .replace('Laptop stand', '&#76;aptop<!-- a remark --> stand')

describe('reading XML', () => {
  test('the signed bytes of an untidy signed document are those that were signed', () => {
    const unsigned = buildXml({ lines: 2 })
    const document = readXml(Buffer.from(untidy(signXml(unsigned, signer))))
    expect(document.signed_bytes.toString()).toBe(unsigned)
  })

  test.runIf(xmllint || process.env.CI)('xmllint canonicalizes to the same bytes', () => {
    const untidied = untidy(buildXml({ lines: 20 })).replace('<!-- a remark -->', '')
    const xml = untidied.replace('Lot 66', 'Lot 66 &amp; 中文 தமிழ் &#13; "x"')
    const blankless = spawnSync('xmllint', ['--noblanks', '-'], { input: xml })
    const referee = spawnSync('xmllint', ['--c14n', '-'], { input: blankless.stdout })
    expect(referee.status).toBe(0)
    expect(readXml(Buffer.from(xml)).signed_bytes.toString()).toBe(referee.stdout.toString())
  })

  test('white-space inside an empty leaf is dropped, inside a text it stays', () => {
    const xml = buildXml()
      .replace('<cbc:PostalZone>50480', '<cbc:PostalZone>\n ')
      .replace('Lot 66', ' Lot  66 ')
    const text = readXml(Buffer.from(xml)).signed_bytes.toString()
    expect(text).toContain('<cbc:PostalZone></cbc:PostalZone>')
    expect(text).toContain('<cbc:Line> Lot  66 </cbc:Line>')
  })

  test('names, namespaces, attributes and entities arrive in the tree', () => {
    const xml = buildXml({ version: '1.0', number: 'A&amp;B&lt;1' })
    const { root } = readXml(Buffer.from(xml))
    expect(textAt(root, 'ID')).toBe('A&B<1')
    expect(find(root, 'InvoiceTypeCode')?.attributes.get('listVersionID')).toBe('1.0')
    expect(find(root, 'LegalMonetaryTotal')?.namespace).toMatch(/:CommonAggregateComponents-2$/)
  })

  test.each([
    ['a broken tag', '<Invoice><a></Invoice>'],
    ['no XML', 'hello'],
    ['nothing', ''],
    ['a document type', '<!DOCTYPE Invoice><Invoice></Invoice>'],
    ['an entity of its own', '<!DOCTYPE Invoice [<!ENTITY a "b">]><Invoice>&a;</Invoice>'],
    ['a processing instruction', '<Invoice><?php x ?></Invoice>'],
  ])('%s is refused', (_, xml) => {
    expect(() => readXml(Buffer.from(xml))).toThrow(UnreadableDocument)
  })
})

describe('reading JSON', () => {
  test('minifying keeps number texts, key order and escapes', () => {
    const source = '{ "b" : [ 1000.0 , 1E2,\n-0.10 ], "a": "x \\" y\\u00e9" , "c": true }'
    expect(minifyJson(source).text).toBe('{"b":[1000.0,1E2,-0.10],"a":"x \\" y\\u00e9","c":true}')
  })

  test('the signed bytes of an indented document are those that were signed', () => {
    const unsigned = buildJson()
    const indented = signJson(unsigned, signer).replaceAll(',"', ',\n  "').replaceAll('":[', '": [ ')
    expect(readJson(Buffer.from(indented)).signed_bytes.toString()).toBe(unsigned)
  })

  test.each([
    ['bad JSON', '{"Invoice":[}'],
    ['a repeated key', '{"Invoice":[{"ID":[{"_":"1"}],"ID":[{"_":"2"}]}]}'],
    ['two invoices', '{"Invoice":[{},{}]}'],
    ['deep nesting', '['.repeat(200) + ']'.repeat(200)],
    ['a list', '[]'],
  ])('%s is refused', (_, json) => {
    expect(() => readJson(Buffer.from(json))).toThrow(UnreadableDocument)
  })

  test('bytes that are not UTF-8 are refused', () => {
    expect(() => readJson(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toThrow(
      UnreadableDocument,
    )
  })

  test('a value where an array belongs is a structure problem, not a crash', () => {
    const json = buildJson().replace(
      '"DocumentCurrencyCode":[{"_":"MYR"}]',
      '"DocumentCurrencyCode":{"_":"MYR"}',
    )
    expect(readJson(Buffer.from(json)).problems).toEqual([
      {
        code: 'STRUCTURE',
        message: 'ArrayExpected: #/Invoice[0].DocumentCurrencyCode',
        path: '#/Invoice[0].DocumentCurrencyCode',
      },
    ])
  })
})
