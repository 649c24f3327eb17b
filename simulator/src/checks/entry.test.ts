import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { buildXml, KINABALU } from '../../test/build.ts'
import { buildJson } from '../../test/build-json.ts'
import { examineEntry } from './entry.ts'

const HOUR_MS = 3_600_000
const now = Date.parse('2026-11-21T08:00:00Z')

const examine = (document: string, number = 'INV-9'): string[] => {
  const entry = {
    format: document.startsWith('<') ? ('XML' as const) : ('JSON' as const),
    document: Buffer.from(document).toString('base64'),
    document_hash: createHash('sha256').update(document).digest('hex'),
    code_number: number,
  }
  const result = examineEntry(entry, now)
  return 'findings' in result ? result.findings.map((one) => `${one.code} ${one.message}`) : []
}

const good = buildXml({ number: 'INV-9', version: '1.0', issued_at: now })

/** Changes only what the pattern says, and insists that it changed something. */
const change = (from: string | RegExp, to: string, document = good): string => {
  const changed = document.replace(from, to)
  expect(changed).not.toBe(document)
  return changed
}

const ALLOWANCE =
  '<cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator>' +
  '<cbc:Amount currencyID="MYR">5.00</cbc:Amount>' +
  '<cbc:BaseAmount currencyID="MYR">100.00</cbc:BaseAmount></cac:AllowanceCharge>'
const INCOTERMS = '<cac:AdditionalDocumentReference><cbc:ID>CIFF</cbc:ID></cac:AdditionalDocumentReference>'
const BUYER = /(<cac:AccountingCustomerParty>.*)/
const inBuyer = (from: string | RegExp, to: string): string =>
  good.replace(BUYER, (rest) => change(from, to, rest))

describe('accepted at once', () => {
  test('a complete document, XML or JSON', () => {
    expect(examine(good)).toEqual([])
    expect(examine(buildJson({ number: 'INV-9', version: '1.0', issued_at: now }))).toEqual([])
  })

  test.each([
    ['a negative amount', change(/(PayableAmount currencyID="MYR">)[^<]*/, '$1-5.00')],
    [
      'an issue time 71 hours ago',
      buildXml({ number: 'INV-9', version: '1.0', issued_at: now - 71 * HOUR_MS }),
    ],
    [
      'a sender whose clock is 30 s ahead',
      buildXml({ number: 'INV-9', version: '1.0', issued_at: now + 30_000 }),
    ],
    ['a foreign address with a state name', inBuyer(/>14<(.*)>MYS</, '>Bavaria<$1>DEU<')],
    ['a foreign address with state 17', inBuyer(/>14<(.*)>MYS</, '>17<$1>DEU<')],
    ['phone NA', change('>+60123456789<', '>NA<')],
    [
      'a note with its reference',
      buildXml({
        number: 'INV-9',
        version: '1.0',
        issued_at: now,
        type: '02',
        reference: { number: 'NA', uuid: 'NA' },
      }),
    ],
    ['the number that stands for an unknown NRIC', inBuyer(/BRN">[^<]*/, 'NRIC">000000000000')],
    ['an NRIC', inBuyer(/BRN">[^<]*/, 'NRIC">770625015324')],
    [
      'a tax rate inside the category, as clients send it',
      change(/(<cac:TaxCategory><cbc:ID>01<\/cbc:ID>)/g, '$1<cbc:Percent>6.00</cbc:Percent>'),
    ],
    [
      'an allowance with the amount that it is taken of',
      change('<cac:TaxTotal>', `${ALLOWANCE}<cac:TaxTotal>`),
    ],
    [
      'elements of UBL that no field table names',
      change(
        /(<\/cbc:InvoiceTypeCode>)(.*?)(<cac:AccountingSupplierParty>)(<cac:Party>)/,
        '$1<cbc:Note languageID="en">Thank you</cbc:Note>$2<cac:ContractDocumentReference>' +
          '<cbc:ID>C-1</cbc:ID></cac:ContractDocumentReference>$3$4<cbc:WebsiteURI>x</cbc:WebsiteURI>',
      ),
    ],
    ['a foreign currency with its rate', usd('<cbc:CalculationRate>4.72</cbc:CalculationRate>')],
  ])('%s', (_, document) => {
    expect(examine(document)).toEqual([])
  })
})

function usd(rate: string): string {
  const exchange =
    '<cac:TaxExchangeRate><cbc:SourceCurrencyCode>USD</cbc:SourceCurrencyCode>' +
    `<cbc:TargetCurrencyCode>MYR</cbc:TargetCurrencyCode>${rate}</cac:TaxExchangeRate>`
  return good.replaceAll('MYR', 'USD').replace('<cac:TaxTotal>', `${exchange}<cac:TaxTotal>`)
}

describe('rejected at once', () => {
  test.each<[string, string, string]>([
    [
      'an element out of order',
      change(/(<cbc:IssueDate>.*?<\/cbc:IssueDate>)(<cbc:IssueTime>.*?<\/cbc:IssueTime>)/, '$2$1'),
      'out of order',
    ],
    [
      'an unknown element',
      change('<cbc:IssueDate>', '<cbc:Remark>x</cbc:Remark><cbc:IssueDate>'),
      "Invalid child element 'cbc:Remark'",
    ],
    [
      'a known element in the wrong namespace',
      change(/cbc:IssueDate/g, 'cac:IssueDate'),
      "Invalid child element 'cac:IssueDate'",
    ],
    [
      'an element twice',
      change('<cbc:IssueDate>', '<cbc:ID>x</cbc:ID><cbc:IssueDate>'),
      'ID occurs too often',
    ],
    ['no lines', change(/<cac:InvoiceLine>.*<\/cac:InvoiceLine>/, ''), 'InvoiceLine is required'],
    ['no total', change(/<cbc:PayableAmount.*?<\/cbc:PayableAmount>/, ''), 'PayableAmount is required'],
    [
      'an exponent in an amount',
      change(/(PayableAmount currencyID="MYR">)[^<]*/, '$11.06E2'),
      'plain decimal',
    ],
    [
      'an amount without currency',
      change('PayableAmount currencyID="MYR"', 'PayableAmount'),
      "'currencyID' is missing",
    ],
    ['a date that does not exist', change(/IssueDate>[^<]*/, 'IssueDate>2026-02-30'), 'not a date'],
    ['a time without zone', change(/(IssueTime>[^<]*)Z/, '$1'), 'not a UTC time'],
    [
      'an attribute that is not declared',
      change('<cbc:ID>', '<cbc:ID color="red">'),
      "'color' is not declared",
    ],
    ['a future issue time', buildXml({ number: 'INV-9', version: '1.0', issued_at: now + 120_000 }), 'CF321'],
    [
      'an issue time 73 hours ago',
      buildXml({ number: 'INV-9', version: '1.0', issued_at: now - 73 * HOUR_MS }),
      'CF321',
    ],
    ['no currency', change(/<cbc:DocumentCurrencyCode>.*?<\/cbc:DocumentCurrencyCode>/, ''), 'CF378'],
    ['a supplier without name', change(KINABALU.name, ''), 'CF334'],
    ['a buyer without name', inBuyer(/RegistrationName>[^<]+/, 'RegistrationName>'), 'CF333'],
    ['the sentinel SIM REJECT', inBuyer(/RegistrationName>[^<]+/, 'RegistrationName>SIM REJECT'), 'CF333'],
    ['a name of 301 characters', change(KINABALU.name, 'x'.repeat(301)), 'CF334'],
    ['a supplier without country', change('>MYS<', '><'), 'CF336'],
    ['a buyer without country', inBuyer('>MYS<', '><'), 'CF337'],
    ['a supplier without city', change('>Kuala Lumpur<', '><'), 'CF339'],
    ['a buyer without city', inBuyer('>Kuala Lumpur<', '><'), 'CF340'],
    ['a supplier without state', change('>14<', '><'), 'CF342'],
    ['a buyer without state', inBuyer('>14<', '><'), 'CF343'],
    ['a supplier without address', change('>Lot 66<', '><'), 'CF345'],
    ['a buyer with an address line of 151', inBuyer('>Lot 66<', `>${'x'.repeat(151)}<`), 'CF346'],
    ['a supplier without phone', change('>+60123456789<', '><'), 'CF348'],
    ['a buyer without phone', inBuyer('>+60123456789<', '><'), 'CF349'],
    ['a supplier with a short phone', change('>+60123456789<', '>12345<'), 'CF414'],
    ['a buyer with blanks in the phone', inBuyer('>+60123456789<', '>012 345 6789<'), 'CF415'],
    [
      'a bad e-mail',
      change('</cbc:Telephone>', '</cbc:Telephone><cbc:ElectronicMail>a b</cbc:ElectronicMail>'),
      'CF403',
    ],
    ['a tourism number with a blank', change('"TTX">NA', '"TTX">A B'), 'CF407'],
    ['no activity', change('name="Wholesale of computers"', ''), 'CF701'],
    [
      'a line without classification',
      change(/<cac:CommodityClassification>.*?<\/cac:CommodityClassification>/, ''),
      'CF364',
    ],
    [
      'Incoterms of four letters',
      change('<cac:AccountingSupplierParty>', `${INCOTERMS}<cac:AccountingSupplierParty>`),
      'CF417',
    ],
    ['no TIN', change('schemeID="TIN"', 'schemeID="NIT"'), 'Exactly one TIN'],
    ['two registration numbers', change('schemeID="SST"', 'schemeID="NRIC"'), 'Only one registration'],
    ['no SST', change('schemeID="SST"', 'schemeID="X"'), 'SST registration number is required'],
    ['a postcode of four digits', change('>50480<', '>5048<'), 'Postal zone'],
    [
      'a number of 51 characters',
      buildXml({ number: 'x'.repeat(51), version: '1.0', issued_at: now }),
      'Maximum length of ID',
    ],
    [
      'a note without reference',
      buildXml({ number: 'INV-9', version: '1.0', issued_at: now, type: '03' }),
      'original',
    ],
    ['an unknown type', change('>01</cbc:InvoiceTypeCode>', '>05</cbc:InvoiceTypeCode>'), 'CV302'],
    ['an unknown version', change('"1.0"', '"2.0"'), 'CV302'],
    [
      'an unknown currency',
      change('>MYR</cbc:DocumentCurrencyCode>', '>MYS</cbc:DocumentCurrencyCode>'),
      'CV302',
    ],
    ['an unknown MSIC code', change('>46510<', '>99999<'), 'CV302'],
    ['an unknown tax type', change(/<cac:TaxCategory><cbc:ID>01/g, '<cac:TaxCategory><cbc:ID>07'), 'CV302'],
    ['an unknown classification', change('>003<', '>999<'), 'CV302'],
    ['an unknown unit', change('unitCode="C62"', 'unitCode="ZZZ"'), 'CV302'],
    ['an unknown country', change('>MYS<', '>MYX<'), 'CV302'],
    ['the retired state 00', change('>14<', '>00<'), 'not active'],
    ['a foreign currency without rate', change(/MYR/g, 'USD'), 'DC512'],
    ['a rate of zero', usd('<cbc:CalculationRate>0</cbc:CalculationRate>'), 'DC512'],
    [
      'a rate to another currency',
      usd('<cbc:CalculationRate>4.7</cbc:CalculationRate>').replace('>MYR<', '>SGD<'),
      'DC511 Foreign target currency should always be MYR',
    ],
    ['a Malaysian state abroad', inBuyer('>MYS<', '>SGP<'), 'CV316'],
    ['a passport as NRIC', inBuyer(/BRN">[^<]*/, 'NRIC">A12345678'), 'CF324'],
    ['an NRIC with hyphens', inBuyer(/BRN">[^<]*/, 'NRIC">770625-01-5324'), 'CF324'],
    ['a company number as NRIC', inBuyer('schemeID="BRN"', 'schemeID="NRIC"'), 'CF324'],
    ['a malformed TIN of the buyer', inBuyer(/TIN">[^<]*/, 'TIN">C123'), 'CF358'],
    ['a TIN of a company without its last 0', inBuyer(/TIN">[^<]*/, 'TIN">C11223344551'), 'CF358'],
    [
      'an element of UBL out of order',
      change('<cbc:IssueDate>', '<cbc:Note>x</cbc:Note><cbc:IssueDate>'),
      'out of order',
    ],
    [
      'a further amount without currency',
      change(/(<\/cbc:PayableAmount>)/, '$1<cbc:PayableAlternativeAmount>1</cbc:PayableAlternativeAmount>'),
      "'currencyID' is missing",
    ],
    ['no XML', 'hello', ''],
  ])('%s', (_, document, expected) => {
    const number = document.includes('x'.repeat(51)) ? 'x'.repeat(51) : 'INV-9'
    const findings = examine(document, number)
    expect(findings.length).toBeGreaterThan(0)
    expect(findings.join('\n')).toContain(expected)
  })

  test('a code number other than the document number', () => {
    expect(examine(good, 'INV-8').join()).toContain('is not the number of the document')
  })

  test('an unsigned 1.1 in JSON, by its schema', () => {
    const json = buildJson({ number: 'INV-9', issued_at: now })
    expect(examine(json)).toEqual(['STRUCTURE TooFewItems: #/Invoice[0].UBLExtensions'])
  })

  test('a text where JSON demands a number', () => {
    const json = buildJson({ number: 'INV-9', version: '1.0', issued_at: now })
    expect(examine(json.replace('"_":106.00', '"_":"106.00"')).join()).toContain(
      'NumberExpected: #/Invoice[0].LegalMonetaryTotal[0].TaxInclusiveAmount[0]._',
    )
  })

  test('several faults are reported together', () => {
    const document = change('>46510<', '>99999<', change('>Lot 66<', '><'))
    expect(examine(document).map((one) => one.slice(0, 5))).toEqual(['CF345', 'CV302'])
  })
})
