import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildXml, KINABALU, type Party, SELAT } from '../../test/build.ts'
import { buildJson } from '../../test/build-json.ts'
import { codesOf, rejectionCodes, startWorld, type TestWorld } from '../../test/sender.ts'
import { DATED_CODES, RULES, type RuleName } from './rules.ts'

const DAY_MS = 86_400_000

let now = 0
let world: TestWorld
beforeAll(async () => {
  world = await startWorld({ now: () => now })
})
afterAll(() => world.close())

/** One second before a rule begins, or the instant when it does. */
const stand = (rule: RuleName, side: 'before' | 'since'): void => {
  now = Date.parse(RULES[rule].since) - (side === 'before' ? 1000 : 0)
}

type Build = Parameters<typeof buildXml>[0]
const build = (more: Build = {}) => ({ version: '1.0', issued_at: now, ...more })

const submit = async (document: string) => world.submit(await world.enter(), [document])

/** What a document is answered at once and, where it is accepted, in the background. */
const judged = async (document: string): Promise<(string | null)[]> => {
  const token = await world.enter()
  const answer = await world.submit(token, [document])
  const [accepted] = answer.json.acceptedDocuments
  return accepted ? codesOf(await world.details(token, accepted.uuid)) : rejectionCodes(answer)
}

describe('empty dates and times, in the evening of 14 Aug 2026', () => {
  const period = '"InvoicePeriod":[{"StartDate":[{"_":""}],"EndDate":[{"_":""}]}]'
  const prepaid = '"PrepaidPayment":[{"PaidDate":[{"_":""}],"PaidTime":[{"_":""}]}]'
  const json = () => {
    const plain = buildJson(build())
    const filled = plain.replace(
      '"AccountingSupplierParty"',
      `${period},${prepaid},"AccountingSupplierParty"`,
    )
    expect(filled).not.toBe(plain)
    return filled
  }
  const xml = () =>
    buildXml(build()).replace(
      '<cac:AccountingSupplierParty>',
      '<cac:InvoicePeriod><cbc:StartDate></cbc:StartDate></cac:InvoicePeriod><cac:AccountingSupplierParty>',
    )

  test('pass before', async () => {
    stand('strictDates', 'before')
    expect(await judged(json())).toEqual([])
    expect(await judged(xml())).toEqual([])
  })

  test('are refused since, with the texts that were seen', async () => {
    stand('strictDates', 'since')
    const { text, json: answer } = await submit(json())
    const { code, details } = answer.rejectedDocuments[0].error
    expect([code, details.length]).toEqual(['3', 1])
    for (const line of [
      'ArrayItemNotValid: #/Invoice[0].InvoicePeriod[0]',
      'DateExpected: #/Invoice[0].InvoicePeriod[0].StartDate[0]._',
      'DateExpected: #/Invoice[0].InvoicePeriod[0].EndDate[0]._',
      'DateExpected: #/Invoice[0].PrepaidPayment[0].PaidDate[0]._',
      'TimeExpected: #/Invoice[0].PrepaidPayment[0].PaidTime[0]._',
    ]) {
      expect(text).toContain(line)
    }
    expect((await submit(xml())).text).toContain("The value '' is not a date YYYY-MM-DD")
  })

  test('are refused always where a date is mandatory, and so is a text that is no date', async () => {
    stand('strictDates', 'before')
    const empty = buildJson(build()).replace(/("IssueDate":\[\{"_":")[^"]*/, '$1')
    expect((await submit(empty)).text).toContain('DateExpected: #/Invoice[0].IssueDate[0]._')
    expect((await submit(json().replace('"_":""', '"_":"NA"'))).text).toContain('DateExpected')
  })

  test('follow the clock that the control call moves', async () => {
    stand('strictDates', 'before')
    await world.control('clock', { advance_ms: 60_000 })
    expect(await judged(json())).toEqual([null])
    await world.control('clock', { advance_ms: -60_000 })
  })
})

describe('NA instead of a number, from 1 Aug 2026', () => {
  const NA: Party = { ...SELAT, id_value: 'NA' }
  const consolidated = (document: string) => document.replace('>003<', '>004<')
  const general = (last: string, id_type = 'BRN'): Party => ({ ...NA, tin: `EI000000000${last}`, id_type })

  test.each<[string, Party]>([
    ['of a company', NA],
    ['of a person', { ...NA, tin: 'IG12345678910', id_type: 'NRIC' }],
    ['of a foreign buyer under a BRN', general('20')],
  ])('%s passes before and is ERR205 since', async (_, buyer) => {
    stand('realNumbers', 'before')
    expect(await judged(buildXml(build({ buyer })))).toEqual([])
    stand('realNumbers', 'since')
    expect(await judged(buildXml(build({ buyer })))).toEqual(['ERR205'])
  })

  test.each<[string, Party]>([
    ['the public in a consolidated document', general('10')],
    ['foreigners in a consolidated document', general('20')],
    ['a government body in a consolidated document', general('40')],
  ])('stays allowed for %s', async (_, buyer) => {
    stand('realNumbers', 'since')
    expect(await judged(consolidated(buildXml(build({ buyer }))))).toEqual([])
  })

  test('matches no TIN any more when it is asked for', async () => {
    const ask = async () => {
      const path = `/api/v1.0/taxpayer/validate/${SELAT.tin}?idType=BRN&idValue=NA`
      return (await world.call('GET', path, { token: await world.enter() })).status
    }
    stand('realNumbers', 'before')
    expect(await ask()).toBe(200)
    stand('realNumbers', 'since')
    expect(await ask()).toBe(404)
  })

  test('stays allowed for a government body, a passport, and suppliers of self-billed invoices', async () => {
    stand('realNumbers', 'since')
    expect(await judged(buildXml(build({ buyer: general('40') })))).toEqual([])
    expect(await judged(buildXml(build({ buyer: general('20', 'PASSPORT') })))).toEqual([])
    for (const supplier of [general('30'), NA]) {
      const document = buildXml(build({ type: '11', supplier, buyer: KINABALU }))
      expect(await judged(document)).toEqual([])
    }
  })

  test('stays allowed for the public as supplier without 004, in state 17 too', async () => {
    stand('realNumbers', 'since')
    const document = buildXml(build({ type: '11', supplier: general('10'), buyer: KINABALU }))
    const at17 = document.replace(/(<cac:AccountingSupplierParty>.*?)>14</, '$1>17<')
    expect(at17).not.toBe(document)
    expect(await judged(at17)).toEqual([])
  })

  test('is ERR236 of the public in a document to one buyer, before and since', async () => {
    for (const at of ['before', 'since'] as const) {
      stand('realNumbers', at)
      expect(await judged(buildXml(build({ buyer: general('10') })))).toEqual(['ERR236'])
    }
  })

  test('twelve zeros stand for the NRIC of a person who gave only a TIN, also of a registered one', async () => {
    stand('realNumbers', 'since')
    const buyer = { tin: 'IG12345678910', id_type: 'NRIC', id_value: '000000000000', name: 'Siti' }
    expect(await judged(buildXml(build({ buyer })))).toEqual([])
    await world.register({ ...buyer, id_value: '770625015324' })
    expect(await judged(buildXml(build({ buyer })))).toEqual([])
    expect(await judged(buildXml(build({ buyer: { ...buyer, id_value: '770625015325' } })))).toEqual([
      'ERR206',
    ])
  })

  test('ERR245: a buyer with a TIN of his own under 004, the public with a number that is no NRIC', async () => {
    stand('realNumbers', 'since')
    expect(await judged(consolidated(buildXml(build())))).toEqual(['ERR245'])
    const buyer = { ...general('10'), id_value: '202001000111' }
    expect(await judged(buildXml(build({ buyer })))).toEqual(['ERR245'])
    expect(
      await judged(buildXml(build({ buyer: { ...buyer, id_type: 'NRIC', id_value: '770625015324' } }))),
    ).toEqual([])
  })
})

describe('other rules of a day', () => {
  const at17 = () => buildXml(build()).replace(/(<cac:AccountingCustomerParty>.*?)>14</, '$1>17<')
  const inDollars = () => buildXml(build()).replaceAll('MYR', 'USD')

  test.each<[RuleName, () => string, string]>([
    ['stateOfConsolidated', at17, 'CV317'],
    ['exchangeRate', inDollars, 'DC512'],
  ])('%s', async (rule, document, code) => {
    stand(rule, 'before')
    expect(await judged(document())).toEqual([])
    stand(rule, 'since')
    expect(await judged(document())).toEqual([code])
  })

  test('messages carry links since the rule says so', async () => {
    const link = /Please refer to https:.*#CV317/
    const textOf = async () => {
      const token = await world.enter()
      const { json } = await world.submit(token, [at17()])
      return (await world.details(token, json.acceptedDocuments[0].uuid)).text
    }
    stand('links', 'before')
    expect(await textOf()).not.toMatch(link)
    stand('links', 'since')
    expect(await textOf()).toMatch(link)
  })

  test('a code is refused outside of its days', async () => {
    const versions = DATED_CODES.filter((one) => one.list === 'DocumentTypeVersions' && one.code === '1.2')
    const [{ since = '', until = '' } = {}] = versions
    for (const [date, days, refused] of [
      [since, -1, true],
      [since, 0, false],
      [until, 0, false],
      [until, 1, true],
    ] as const) {
      now = Date.parse(`${date}T12:00:00Z`) + days * DAY_MS
      expect(await judged(buildXml({ version: '1.2', issued_at: now })), `${date} ${days}`).toEqual(
        refused ? ['CV302'] : [],
      )
    }
    now = Date.parse('2026-04-09T12:00:00Z')
    const hectares = () => buildXml(build()).replace('unitCode="C62"', 'unitCode="HAR"')
    const early = await submit(hectares())
    expect(early.text).toContain('ItemCode HAR was not active when document issued')
    now += DAY_MS
    expect(await judged(hectares())).toEqual([])
  })
})

test('the README lists every rule with its day', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  for (const [name, { since, codes }] of Object.entries(RULES)) {
    const line = readme.split('\n').find((one) => one.includes(`\`${name}\``)) ?? ''
    expect(line, name).toContain(since)
    expect(line, name).toContain(codes)
  }
})
