import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { STATUSES } from '#domain/documents/lifecycle.ts'
import { calculate } from '#domain/documents/totals.ts'
import { add, round2 } from '#domain/money/decimal.ts'
import { documentEntries } from '../../../../domain/test/arbitraries.ts'
import { buildDocument, line } from '../../../test/build.ts'
import { download, request, workReports } from '../../../test/reports/reporting.ts'
import { createWorld, type Who } from '../../../test/world.ts'
import { namesOf } from './tax-sheet.ts'

const world = await createWorld()

type Cells = readonly unknown[]

/** What the sheets of a report hold, without their headings; the notes beneath the second one apart. */
const sheetsOf = async (filters: object, who: Who = 'aminah') => {
  const { body, text, status } = await request(world, who, { format: 'xlsx', filters })
  expect(status, text).toBe(201)
  await workReports(world)
  const { sheets } = await readXlsx((await download(world, who, body.id)).bytes)
  expect(sheets.map(({ name }) => name)).toEqual(['Invoices', 'Tax by type'])
  const [documents = [], taxes = []] = sheets.map(({ rows }) => rows as Cells[])
  const end = taxes.findIndex(([first]) => first === null || first === undefined || first === '')
  return {
    documents: documents.slice(1),
    headings: { documents: documents[0] ?? [], taxes: taxes[0] ?? [] },
    taxes: taxes.slice(1, end),
    notes: taxes.slice(end + 1).map(([note]) => String(note)),
  }
}

const invoice = (given: object) => buildDocument(world, { agent_number: 'FIXED', ...given })

test('a workbook of a report tells on a sheet of its own what its documents are taxed', async () => {
  const items = [
    line({ unit_price: '100', quantity: '1', tax_type: '02', tax_rate: '8' }),
    line({ unit_price: '40', quantity: '1', tax_type: 'E', tax_rate: '0', tax_exemption_reason: 'Exempt' }),
  ]
  await invoice({ items, prepayment_amount: '50' })
  await invoice({ items: [line({ unit_price: '10', quantity: '1', tax_type: '02', tax_rate: '8.00' })] })
  await invoice({
    ...{ invoice_type: '02', original_inv_ref_number: 'NA', original_inv_number: 'NA' },
    ...{ invoice_currency: 'USD', currency_exchange_rate: '4.5', items },
  })
  const { headings, taxes, notes } = await sheetsOf({ agent_code: 'FIXED' })
  expect(headings.taxes).toEqual([
    ...[
      'Company',
      'Issue Month',
      'Environment',
      'Status Group',
      'Kind',
      'Tax Type',
      'Rate (%)',
      'Currency',
      'Documents',
    ],
    ...['Taxable Amount', 'Tax', 'Taxable Amount (MYR)', 'Tax (MYR)'],
  ])
  const section = ['Kinabalu Trading Sdn Bhd', '2026-07', 'Simulator', 'Not validated']
  expect(taxes).toEqual([
    [...section, 'Charged', '02 Service Tax', 8, 'MYR', 2, 110, 8.8, 110, 8.8],
    [...section, 'Charged', 'E Tax exemption (where applicable)', null, 'MYR', 1, 40, 0, 40, 0],
    [...section, 'Credited', '02 Service Tax', 8, 'USD', 1, -100, -8, -450, -36],
    [...section, 'Credited', 'E Tax exemption (where applicable)', null, 'USD', 1, -40, 0, -180, 0],
    [...section, 'Charged less credited', 'Total', null, null, 3, null, null, -480, -27.2],
    [
      ...['Kinabalu Trading Sdn Bhd', 'All months', 'Simulator', 'Not validated', 'Charged less credited'],
      ...['Total', null, null, 3, null, null, -480, -27.2],
    ],
  ])
  expect(notes.join(' ')).toMatch(/^Validated: .* Not validated: .* Cancelled: .* has a minus\./)
})

test('each company stands by itself, and what it owes apart from what it charged', async () => {
  const items = [line({ unit_price: '100', quantity: '1', tax_type: '02', tax_rate: '8' })]
  const customer = { msic_code: '46496', business_description: 'Wholesale' }
  const owed = { invoice_type: '11', customer, items }
  const mine = { agent_number: 'EACH', who: 'aminah' as const }
  await buildDocument(world, { ...mine, items })
  await buildDocument(world, { ...mine, ...owed })
  await buildDocument(world, { agent_number: 'EACH', who: 'chong', sender_store_code: 'JHB01', items })
  const { taxes } = await sheetsOf({ agent_code: 'EACH' }, 'devi')
  const told = taxes.map((cells) => [cells[0], cells[1], cells[4], cells[5], cells[8], cells[12]])
  const [kinabalu, selat] = ['Kinabalu Trading Sdn Bhd', 'Selat Foods Sdn Bhd']
  const [charged, owed_total] = ['Charged less credited', 'Self-billed less credited']
  expect(told).toEqual([
    [kinabalu, '2026-07', 'Charged', '02 Service Tax', 1, 8],
    [kinabalu, '2026-07', charged, 'Total', 1, 8],
    [kinabalu, '2026-07', 'Self-billed', '02 Service Tax', 1, 8],
    [kinabalu, '2026-07', owed_total, 'Total', 1, 8],
    [kinabalu, 'All months', charged, 'Total', 1, 8],
    [kinabalu, 'All months', owed_total, 'Total', 1, 8],
    [selat, '2026-07', 'Charged', '02 Service Tax', 1, 8],
    [selat, '2026-07', charged, 'Total', 1, 8],
    [selat, 'All months', charged, 'Total', 1, 8],
  ])
})

test('companies of one name are told apart by their code', () => {
  const of = (id: string, name: string) => ({ id, entity_code: `100${id}`, name })
  const names = namesOf([of('1', 'Ipoh Tin'), of('2', 'Ipoh Tin'), of('3', 'Selat Foods')])
  expect([...names.values()]).toEqual(['Ipoh Tin (1001)', 'Ipoh Tin (1002)', 'Selat Foods'])
})

/**
 * So many random documents of two companies and environments, of four days in three months, in every status: copies of
 * one, but for what they say.
 */
const addRandom = async (count: number) => {
  const models = [
    await buildDocument(world, { agent_number: 'MODEL' }),
    await buildDocument(world, { agent_number: 'MODEL', who: 'chong', sender_store_code: 'JHB01' }),
  ]
  const days = ['2026-05-31', '2026-06-01', '2026-06-30', '2026-07-01']
  const own = fc.sample(documentEntries, { numRuns: count, seed: 34 }).map((entry, nr) => {
    const content = calculate({
      ...entry,
      invoice_date: days[Math.floor(nr / STATUSES.length) % days.length] ?? '',
    })
    const { invoice_type, invoice_currency, invoice_date, total_payable_amount } = content
    const { sender_entity_id, store_code_id, sender_store_code } = models[nr % 5 === 0 ? 1 : 0] ?? {}
    return {
      ...{ sender_entity_id, store_code_id, sender_store_code },
      ...{ environment: nr % 7 === 0 ? 'preprod' : 'simulator' },
      ...{ content, invoice_type, invoice_currency, invoice_date, total_payable_amount },
      ...{ invoice_number: `RANDOM_${nr}`, agent_number: 'RANDOM', status: STATUSES[nr % STATUSES.length] },
    }
  })
  const named = Object.keys(own[0] ?? {})
  const { rows } = await sql<{ names: string }>`
    SELECT string_agg(quote_ident(column_name), ',') AS names FROM information_schema.columns
    WHERE table_name = 'documents' AND column_name <> 'id' AND column_name <> ALL(${named})`.execute(world.db)
  const [others, mine] = [sql.raw(rows[0]?.names ?? ''), sql.raw(named.join(','))]
  await sql`INSERT INTO documents (${mine}, ${others})
    SELECT own.*, ${others} FROM (SELECT ${mine} FROM
      jsonb_populate_recordset(NULL::documents, ${JSON.stringify(own)}::jsonb)) AS own,
      (SELECT ${others} FROM documents WHERE id = ${models[0]?.id}) AS model`.execute(world.db)
}

type Sheets = Awaited<ReturnType<typeof sheetsOf>>

/** What is told of one company, month, group and side on both sheets: the rows of the documents and of the taxes. */
const behind = (total: Cells, { documents, headings, taxes }: Sheets) => {
  const [company, month, ...rest] = total
  const place = ['Department Code', 'Issue Date', 'Environment', 'Status', 'Kind'].map((heading) =>
    headings.documents.indexOf(heading),
  )
  const isOf = (of: Cells) =>
    of[0] === company &&
    (month === 'All months' || of[1] === month) &&
    of[2] === rest[0] &&
    of[3] === rest[1] &&
    String(of[4]).startsWith('Self-billed') === String(rest[2]).startsWith('Self-billed')
  return {
    documents: documents.filter((cells) => {
      const [store, date, environment, status, kind] = place.map((column) => cells[column])
      const of_company = store === 'JHB01' ? 'Selat Foods Sdn Bhd' : 'Kinabalu Trading Sdn Bhd'
      return isOf([of_company, (date as Date).toISOString().slice(0, 7), environment, groupOf(status), kind])
    }),
    taxes: taxes.filter((cells) => cells[5] !== 'Total' && isOf(cells)),
  }
}

const groupOf = (status: unknown) =>
  status === 'Validated' ? 'Validated' : status === 'User Cancelled' ? 'Cancelled' : 'Not validated'

/** What a column comes to; figures too long for a cell are texts. */
const summed = (rows: readonly Cells[], headings: Cells, heading: string) => {
  const column = headings.indexOf(heading)
  return round2(add(...rows.map((cells) => String(cells[column] ?? 0))))
}

test('its totals are the sums of the documents’ own columns, to the sen, over random documents', async () => {
  await addRandom(400)
  const sheets = await sheetsOf({ agent_code: 'RANDOM' }, 'devi')
  const { documents, headings, taxes } = sheets
  expect(documents).toHaveLength(400)
  const totals = taxes.filter((cells) => cells[5] === 'Total')
  // Each document is in one total of its month, and in one of all months.
  const counts = totals.map((cells) => Number(cells[8]))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2 * 400)
  expect(new Set(totals.map(([company]) => company)).size).toBe(2)
  expect(new Set(totals.map((cells) => cells[4])).size).toBe(2)
  for (const total of totals) {
    const of = behind(total, sheets)
    expect(total[8]).toBe(of.documents.length)
    for (const [heading, theirs] of [
      ['Tax (MYR)', 'Tax (MYR)'],
      ['Taxable Amount (MYR)', 'Total Excluding Tax (MYR)'],
    ] as const) {
      const told = summed([total], headings.taxes, heading)
      expect(told).toBe(summed(of.documents, headings.documents, theirs))
      expect(told).toBe(summed(of.taxes, headings.taxes, heading))
    }
  }
})

test('a report without documents says so, and one as CSV is one file of documents as before', async () => {
  const { documents, taxes } = await sheetsOf({ agent_code: 'NOBODY' })
  expect(documents).toEqual([])
  expect(taxes).toEqual([])
  const { body } = await request(world, 'aminah', { filters: { agent_code: 'FIXED' } })
  await workReports(world)
  const { text } = await download(world, 'aminah', body.id)
  expect(text.trimEnd().split('\r\n')).toHaveLength(4)
  expect(text).not.toContain('Tax Type')
})
