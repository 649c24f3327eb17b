import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { buildDocument, line } from '../../../test/build.ts'
import { createWorld, type Who } from '../../../test/world.ts'
import { csvReply } from '../../platform/lists/csv-reply.ts'
import { UNFILTERED } from '../finding/matching.ts'
import { fewReported, reportOf } from './report.ts'

const world = await createWorld()
const formula = await buildDocument(world, {
  ...{ agent_number: '-12', invoice_number: 'ERP_1', source: 'ERP' },
  customer: { name: '=HYPERLINK("http://x","y")', identity_number: '201901000001' },
})
const penang = await buildDocument(world, { sender_store_code: 'PEN01' })
const foreign = await buildDocument(world, { who: 'chong', sender_store_code: 'JHB01' })

const report = (query: Record<string, string> = {}, who: Who = 'devi') =>
  world.as(who).call(documents.report, { query })
const lines = async (query: Record<string, string> = {}, who: Who = 'devi') =>
  (await report(query, who)).text.trimEnd().split('\r\n').slice(1)

describe('the CSV Report', () => {
  test('is named after the Malaysian time of its making, and bears the columns of the list', async () => {
    const { headers, text } = await report()
    expect(headers['content-disposition']).toContain('filename="invoices_20260715120000.csv"')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(text.split('\r\n', 1)).toEqual([
      '\uFEFFDepartment Code,Supplier Name,Receiver Name,Receiver ID,Doc Type,Doc Number,Issue Date,Contract #,' +
        'Agent #,Submission Date,Currency,Document Total,Status,Status Message,Source,Environment,Buyer TIN,' +
        'LHDN UUID,Validated At,Created By,Approved By,Approved At,Kind',
    ])
  })

  test('neutralises formulas, and leaves amounts and texts as they are', async () => {
    expect(await lines({ buyer_name: 'HYPERLINK' })).toEqual([
      `KUL01,Kinabalu Trading Sdn Bhd,"'=HYPERLINK(""http://x"",""y"")",201901000001,01 Invoice,ERP_1,` +
        `${formula.invoice_date},,-12,,MYR,${formula.total_payable_amount},Pending Approval,,ERP,Simulator,` +
        'C25845632020,,,Aminah Yusof,,,Charged',
    ])
  })

  test('tells trials from what has legal effect', async () => {
    const last = async () => (await lines({}, 'chong')).map((line) => line.split(',')[15])
    const moved = (environment: string) =>
      sql`UPDATE documents SET environment = ${environment} WHERE id = ${foreign.id}`.execute(world.db)
    await moved('prod')
    expect(await last()).toEqual(['Production'])
    await moved('preprod')
    expect(await last()).toEqual(['Preprod'])
  })

  test('holds what the filters leave, of the caller’s departments alone', async () => {
    const numbers = async (query: Record<string, string>, who: Who) =>
      (await lines(query, who)).map((line) => line.split(',')[line.includes('"') ? 6 : 5])
    expect(await numbers({ sender_store_code: 'PEN01,KUL01' }, 'ezra')).toEqual([penang.invoice_number])
    expect(await numbers({}, 'chong')).toEqual([foreign.invoice_number])
    expect(await lines({ status: 'Validated' }, 'chong')).toEqual([])
    expect((await lines({}, 'devi')).length).toBe(3)
  })

  test('is made for whoever may export or read everything', async () => {
    expect((await report({}, 'gita')).status).toBe(200)
    const { status, text } = await report({}, 'bakri')
    expect([status, text]).toEqual([403, expect.stringContaining('can_export_csv')])
  })

  test('is of one company alone, also for who sees all of them', async () => {
    const whole = await lines({})
    const of = async (sender_entity_code: string) => lines({ sender_entity_code })
    const [kinabalu, selat] = [await of('1000000000000017'), await of('1000000000000025')]
    expect(selat.filter((line) => !line.startsWith('JHB01,'))).toEqual([])
    expect(kinabalu.filter((line) => line.startsWith('JHB01,'))).toEqual([])
    expect([...kinabalu, ...selat].toSorted()).toEqual(whole.toSorted())
    expect(kinabalu.length).toBeGreaterThan(0)
  })

  test('goes on over as many batches as there are, also among those of one instant', async () => {
    const columns = sql.raw(
      (
        await sql<{ names: string }>`SELECT string_agg(quote_ident(column_name), ',') AS names
          FROM information_schema.columns
          WHERE table_name = 'documents' AND column_name NOT IN ('id', 'invoice_number')`.execute(world.db)
      ).rows[0]?.names ?? '',
    )
    await sql`INSERT INTO documents (id, invoice_number, ${columns})
      SELECT gen_random_uuid(), 'COPY_' || nr || '_' || sender_store_code, ${columns}
      FROM documents, generate_series(1, 1300) nr
      WHERE id IN (${penang.id}, ${formula.id})`.execute(world.db)
    const queries: Record<string, string>[] = [{ invoice_number: 'COPY_' }, {}]
    for (const query of queries) {
      const found = (await lines(query)).filter((line) => line.includes('COPY_'))
      expect(found).toHaveLength(2_600)
      expect(new Set(found.map((line) => line.match(/COPY_\w+/)?.[0])).size).toBe(2_600)
      expect(found.map((line) => line.slice(0, 5)).toSorted()).toEqual(found.map((line) => line.slice(0, 5)))
    }
  })
})

test('the Excel Report is the same, its amounts numbers and its dates days', async () => {
  const query = { invoice_number: 'ERP_1' }
  const { headers, bytes } = await world.as('devi').call(documents.workbook, { query })
  expect(headers['content-disposition']).toContain('filename="invoices_20260715120000.xlsx"')
  const { sheets } = await readXlsx(bytes)
  const [headings, row] = sheets[0]?.rows ?? []
  expect(headings).toEqual((await report()).text.slice(1).split('\r\n', 1)[0]?.split(','))
  expect(row).toEqual([
    ...['KUL01', 'Kinabalu Trading Sdn Bhd', '=HYPERLINK("http://x","y")', '201901000001', '01 Invoice'],
    ...['ERP_1', new Date(`${formula.invoice_date}T00:00:00Z`), null, '-12', null, 'MYR'],
    ...[Number(formula.total_payable_amount), 'Pending Approval', null, 'ERP', 'Simulator', 'C25845632020'],
    ...[null, null, 'Aminah Yusof', null, null, 'Charged'],
  ])
  expect((await world.as('bakri').call(documents.workbook, { query: {} })).status).toBe(403)
})

test('a report of few goes on past those who no longer match when their turn comes', async () => {
  const by = { db: world.db, caller: await world.callerOf('devi'), now: world.clock.now() }
  const filters = { ...UNFILTERED, invoice_number: 'COPY_' }
  const few = (await fewReported(by, filters)) ?? []
  const { next } = reportOf(by, { filters, few }, 'csv')
  const first = await next(undefined, 3)
  expect(first.map(({ id }) => id)).toEqual(few.slice(0, 3))
  const gone = few.slice(3, 7)
  await sql`UPDATE documents SET invoice_number = 'GONE_' || id WHERE id = ANY(${gone}::uuid[])`.execute(
    world.db,
  )
  expect((await next(first.at(-1), 3)).map(({ id }) => id)).toEqual(few.slice(7, 10))
})

test('tells what LHDN knows a document by, who made and approved it, and when', async () => {
  const { id, invoice_number } = await buildDocument(world, { status: 'Approved' })
  await sql`UPDATE documents SET authority_uuid = 'F9D425P6DS7D8IU', validated_at = '2026-07-14T16:30:00Z'
    WHERE id = ${id}`.execute(world.db)
  const cells = async () => (await lines({ invoice_number }))[0]?.split(',').slice(16, 22)
  expect(await cells()).toEqual([
    ...['C25845632020', 'F9D425P6DS7D8IU', '2026-07-15 00:30:00', 'Aminah Yusof'],
    ...[expect.stringMatching(/^bakri@/), expect.stringMatching(/^2026-07-15 12:/)],
  ])
})

/** A document's line of a report, behind the columns of the list. */
const figuresOf = async (invoice_number: string) => {
  const by = { db: world.db, caller: await world.callerOf('devi'), now: world.clock.now() }
  const reported = { filters: { ...UNFILTERED, invoice_number }, few: undefined, depth: 'figures' } as const
  const { content } = csvReply(reportOf(by, reported, 'csv'))
  const [headings, line] = (await text(content as Readable)).trimEnd().split('\r\n')
  expect(headings?.split(',').slice(22)).toEqual([
    ...['Kind', 'Total Excluding Tax', 'Tax', 'Exchange Rate', 'Total Excluding Tax (MYR)', 'Tax (MYR)'],
    ...['Document Total (MYR)', 'Rounding (MYR)', 'Prepayment (MYR)'],
  ])
  return line ?? ''
}

test.each([
  ['01', 'Charged', '469.68,46.96,516.63,0.00,0.00'],
  ['02', 'Credited', '-469.68,-46.96,-516.63,0.00,0.00'],
  ['03', 'Charged', '469.68,46.96,516.63,0.00,0.00'],
  ['14', 'Self-billed credited', '-469.68,-46.96,-516.63,0.00,0.00'],
])(
  'a report adds up in ringgit, what a document of type %s gives back with a minus',
  async (invoice_type, kind, ringgit) => {
    const { invoice_number } = await buildDocument(world, {
      ...{ invoice_type, invoice_currency: 'USD', currency_exchange_rate: '4.215', prepayment_amount: '0' },
      ...{ original_inv_ref_number: 'NA', original_inv_number: 'NA' },
      items: [line({ unit_price: '111.4333', quantity: '1' })],
      ...(invoice_type === '14' && { customer: { msic_code: '46496', business_description: 'Wholesale' } }),
    })
    const of_it = await figuresOf(invoice_number)
    expect(of_it).toContain(`,${kind},111.43,11.14,4.215,${ringgit}`)
    expect(of_it).toContain(',USD,122.57,')
  },
)

test('in a report each document adds up in ringgit, what was paid in advance and rounded with it', async () => {
  const paid = { invoice_currency: 'USD', currency_exchange_rate: '4', prepayment_amount: '60' }
  const amounts = { ...paid, rounding_amount: '0.02', items: [line({ unit_price: '100', quantity: '1' })] }
  const cells = async (given: object) => {
    const { invoice_number } = await buildDocument(world, { ...amounts, ...given })
    return (await figuresOf(invoice_number)).split(',').slice(-5)
  }
  // Before tax, the tax, what is still to pay, the rounding and the prepayment.
  expect(await cells({})).toEqual(['400.00', '40.00', '200.08', '0.08', '240.00'])
  const credited = { invoice_type: '02', original_inv_ref_number: 'NA', original_inv_number: 'NA' }
  expect(await cells(credited)).toEqual(['-400.00', '-40.00', '-200.08', '-0.08', '-240.00'])
})
