import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ListFilters } from '#contract/document-rows.ts'
import { documents } from '#contract/documents.ts'
import { reports } from '#contract/reports/reports.ts'
import { buildDocument } from '../../test/build.ts'
import { download, exportList, request, requested, workReports } from '../../test/reports/reporting.ts'
import { createWorld, type Who } from '../../test/world.ts'
import { ENTITIES } from '../demo/company.ts'
import { giveUpReport } from './writing/write.job.ts'

const world = await createWorld()
const [KINABALU, SELAT] = [ENTITIES.kinabalu.entity_code, ENTITIES.selat.entity_code]
const kul = await buildDocument(world, {
  ...{ agent_number: 'AG-7', contract_number: 'CT-9', invoice_date: '2026-07-01' },
  customer: { name: '=HYPERLINK("http://x","y")', identity_type: 'NRIC', identity_number: '900101015555' },
})
const pen = await buildDocument(world, { sender_store_code: 'PEN01', invoice_date: '2026-07-14' })
await buildDocument(world, {
  ...{ invoice_type: '11', invoice_date: '2026-07-15' },
  customer: { name: '吊扇, "五叶型"', msic_code: '46496', business_description: 'Wholesale' },
})
await buildDocument(world, { who: 'chong', sender_store_code: 'JHB01' })
await sql`UPDATE documents SET authority_uuid = 'F9D425P6DS7D8IU', status_message = 'Baik; "ok"'
  WHERE id = ${pen.id}`.execute(world.db)

/** More than are read in one go, in two departments. */
const { rows: named } = await sql<{ names: string }>`SELECT string_agg(quote_ident(column_name), ',') AS names
  FROM information_schema.columns
  WHERE table_name = 'documents' AND column_name NOT IN ('id', 'invoice_number')`.execute(world.db)
const columns = sql.raw(named[0]?.names ?? '')
await sql`INSERT INTO documents (id, invoice_number, ${columns})
  SELECT gen_random_uuid(), 'COPY_' || nr || '_' || sender_store_code, ${columns}
  FROM documents, generate_series(1, 1300) nr WHERE id IN (${kul.id}, ${pen.id})`.execute(world.db)

type Filters = NonNullable<Parameters<typeof exportList>[2]>
const begun = async (who: Who, filters: Filters = {}, format?: 'csv' | 'xlsx') => {
  const { status, body, text } = await exportList(world, who, filters, format)
  expect(status, text).toBe(201)
  return body
}
const made = async (who: Who, filters: Filters = {}, format?: 'csv' | 'xlsx') => {
  const { id } = await begun(who, filters, format)
  await workReports(world)
  return id
}
const streamed = (who: Who, filters: Filters, format: 'csv' | 'xlsx') =>
  world.as(who).call(format === 'csv' ? documents.report : documents.workbook, { query: filters })

const CASES: [Who, Filters][] = [
  ['devi', {}],
  ['aminah', {}],
  ['chong', { status: 'All' }],
  ['devi', { search: 'COPY_12' }],
  ['aminah', { buyer_name: 'hyperlink', invoice_number: 'COPY' }],
  ['devi', { buyer_tin_no: 'C2584' }],
  ['devi', { buyer_id_no: '9001' }],
  ['devi', { buyer_email: 'akaun@' }],
  ['ezra', { agent_code: 'AG-7' }],
  ['aminah', { agent_code: 'AG-7', contract_number: 'CT' }],
  ['devi', { lhdn_uuid: 'f9d4' }],
  ['devi', { invoice_type: '01,11' }],
  ['devi', { document_type: 'SB' }],
  ['aminah', { status: 'Pending Approval,LHDN Submission,Waiting Over a Day' }],
  ['devi', { sender_entity_code: SELAT }],
  ['devi', { sender_entity_code: `${SELAT},${KINABALU}`, environment: 'simulator' }],
  ['aminah', { sender_store_code: 'PEN01' }],
  ['devi', { dateStart: '2026-07-02', dateEnd: '2026-07-14' }],
  ['aminah', { environment: 'prod' }],
]

describe('the export of the list as a report', () => {
  test('is tried with each filter that the list has', () => {
    const tried = CASES.flatMap(([, filters]) => Object.keys(filters))
    expect(ListFilters.keyof().options.filter((name) => !tried.includes(name))).toEqual([])
  })

  test.each(CASES)('of %s by %j is the file of the list, byte for byte', async (who, filters) => {
    for (const format of ['csv', 'xlsx'] as const) {
      const id = await made(who, filters, format)
      const [mine, theirs] = [await download(world, who, id), await streamed(who, filters, format)]
      expect(mine.bytes.equals(theirs.bytes), `${format} of ${theirs.bytes.length} bytes`).toBe(true)
      for (const name of ['content-type', 'content-disposition'])
        expect(mine.headers[name]).toBe(theirs.headers[name])
    }
  })

  test('is told with what narrows it, and by how many of how many documents it has', async () => {
    const filters = {
      status: 'Pending Approval,OnHold',
      dateStart: '2026-07-01',
      search: '',
      agent_code: ' ',
    }
    const { id, ...told } = await begun('aminah', filters)
    const narrowed = { status: 'Pending Approval,OnHold', dateStart: '2026-07-01' }
    expect(told).toMatchObject({
      ...{ name: 'Invoice list, from 1 Jul 2026', report_type: 'adhoc', state: 'waiting', format: 'csv' },
      ...{ filters: {}, list_filters: narrowed, generated_file: null, rows: 0, rows_total: 0 },
    })
    await workReports(world)
    const [done] = await requested(world, 'aminah')
    expect(done).toMatchObject({ id, state: 'done', list_filters: narrowed, rows: 2603, rows_total: 2603 })
    await request(world, 'aminah')
    expect((await requested(world, 'aminah'))[0]).toMatchObject({ list_filters: null })
    await workReports(world)
  })

  test.each<[object, string, string]>([
    [{ buyer: 'x' }, 'filters.buyer', 'This field is not known.'],
    [{ page: 1 }, 'filters.page', 'This field is not known.'],
    [{ status: 'Validated,Rejected' }, 'filters.status', '"Rejected" is no status.'],
    [{ invoice_type: '1' }, 'filters.invoice_type', '"1" is no document type.'],
    [{ document_type: 'Bill' }, 'filters.document_type', '"Bill" is no document type.'],
    [{ environment: 'production' }, 'filters.environment', '"production" is no environment.'],
    [{ sender_entity_code: `${KINABALU},${SELAT}` }, 'filters.sender_entity_code', 'none of your companies'],
    [{ sender_store_code: 'JHB01' }, 'filters.sender_store_code', 'You have none of these departments'],
    [{ dateStart: '2026-02-30' }, 'filters.dateStart', 'Please enter a real date'],
    [{ dateStart: '2026-07-02', dateEnd: '2026-07-01' }, 'filters.dateEnd', 'The last day lies before'],
    [{ buyer_name: 'x'.repeat(201) }, 'filters.buyer_name', '200'],
    [{ status: 'x'.repeat(501) }, 'filters.status', '500'],
  ])('is refused for %j', async (filters, field, message) => {
    const answer = await world.as('aminah').callWrongly(reports.ofList, { body: { filters } })
    expect(answer).toMatchObject({ status: 400, body: { [field]: [expect.stringContaining(message)] } })
  })

  test('is made for whoever may take the list away, and for nobody else', async () => {
    expect((await exportList(world, 'bakri')).status).toBe(403)
    const id = await made('gita')
    for (const who of ['aminah', 'devi'] as const) expect((await download(world, who, id)).status).toBe(404)
    expect((await download(world, 'gita', id)).status).toBe(200)
  })

  test('waits for another of the same person, also of two at once and beside a report', async () => {
    const both = await Promise.all([exportList(world, 'gita'), exportList(world, 'gita', { search: 'x' })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const refused = {
      status: 409,
      body: { code: 'report_running', detail: expect.stringMatching(/^One of/) },
    }
    expect(both.find(({ status }) => status === 409)).toMatchObject(refused)
    expect((await request(world, 'gita')).status).toBe(409)
    expect((await exportList(world, 'ezra')).status).toBe(201)
    await workReports(world)
    expect((await request(world, 'gita')).status).toBe(201)
    expect(await exportList(world, 'gita')).toMatchObject(refused)
    await workReports(world)
  })

  test('that was given up is made once more, by the same filters', async () => {
    const { id } = await begun('chong', { document_type: 'Invoice' })
    await giveUpReport(world, { run_id: id })
    await workReports(world)
    expect((await requested(world, 'chong'))[0]).toMatchObject({ state: 'failed' })
    await world.as('chong').call(reports.retry, { params: { id } })
    await workReports(world)
    const theirs = await streamed('chong', { document_type: 'Invoice' }, 'csv')
    expect((await download(world, 'chong', id)).text).toBe(theirs.text)
  })

  test('that was asked for before the list had another filter is not narrowed by that', async () => {
    const { id } = await begun('chong', { environment: 'prod' })
    await sql`UPDATE report_runs SET list_filters = list_filters - 'environment' WHERE id = ${id}`.execute(
      world.db,
    )
    await workReports(world)
    expect((await download(world, 'chong', id)).text).toBe((await streamed('chong', {}, 'csv')).text)
  })
})

describe('what its reader may no longer see', () => {
  const take = (code: 'KUL01' | 'PEN01') =>
    sql`DELETE FROM user_store_codes WHERE user_id = ${world.company.users.aminah}
      AND store_code_id = ${world.company.stores[code]}`.execute(world.db)

  test('closes the files that have it, and is in none that is made from then on', async () => {
    const [both, kul_alone] = [await made('aminah'), await made('aminah', { sender_store_code: 'KUL01' })]
    const { id } = await begun('aminah')
    await take('PEN01')
    await workReports(world)
    const { text } = await download(world, 'aminah', id)
    expect([text.includes(kul.invoice_number), text.includes(pen.invoice_number)]).toEqual([true, false])
    const lost = await download(world, 'aminah', both)
    expect(lost).toMatchObject({ status: 409, body: { code: 'scope_lost' } })
    expect(lost.text).not.toContain(pen.invoice_number)
    expect((await download(world, 'aminah', kul_alone)).status).toBe(200)
  })

  test('makes none where nothing is left of it', async () => {
    const { id } = await begun('aminah')
    await take('KUL01')
    await workReports(world)
    expect((await requested(world, 'aminah'))[0]).toMatchObject({
      ...{ id, state: 'failed', generated_file: null },
      fault: 'Its owner may see none of its departments any more.',
    })
  })
})
