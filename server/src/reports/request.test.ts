import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { reports } from '#contract/reports/reports.ts'
import { DAY_MS } from '#domain/time/units.ts'
import { buildDocument } from '../../test/build.ts'
import { download, request, requested, workReports } from '../../test/reports/reporting.ts'
import { createWorld, PUBLIC_URL, type Who } from '../../test/world.ts'
import { ENTITIES } from '../demo/company.ts'
import { tidyReports } from './tidy.job.ts'
import { giveUpReport } from './writing/write.job.ts'

const world = await createWorld()
const FOREIGN = ['filters.sender_entity_code', 'This is none of your companies.'] as const
const kul = await buildDocument(world, {
  ...{ agent_number: 'AG-7', contract_number: 'CT-9', invoice_date: '2026-07-01' },
  customer: { name: '=HYPERLINK("http://x","y")', identity_type: 'NRIC', identity_number: '900101015555' },
})
const pen = await buildDocument(world, { sender_store_code: 'PEN01', invoice_date: '2026-07-14' })
const selfBilled = await buildDocument(world, {
  ...{ invoice_type: '11', invoice_date: '2026-07-15' },
  customer: { msic_code: '46496', business_description: 'Wholesale' },
})
const foreign = await buildDocument(world, { who: 'chong', sender_store_code: 'JHB01' })

/** The report that somebody asked for, made. */
const made = async (who: Who, wanted: Parameters<typeof request>[2] = {}) => {
  const { status, body, text } = await request(world, who, wanted)
  expect(status, text).toBe(201)
  await workReports(world)
  return body.id
}
const numbersIn = (text: string) =>
  [kul, pen, selfBilled, foreign].filter((one) => text.includes(one.invoice_number)).map(({ id }) => id)
const contentOf = async (who: Who, wanted: Parameters<typeof request>[2] = {}) =>
  (await download(world, who, await made(who, wanted))).text

describe('a report that is asked for', () => {
  test('is generated, and then its file is the CSV Report of the list, with figures behind it', async () => {
    const { body } = await request(world, 'aminah', { filters: { status: ['Pending Approval'] } })
    expect(body).toEqual({
      ...{ id: expect.any(String), name: 'Invoices, 15 Jul 2026', report_type: 'adhoc', frequency: null },
      ...{ last_sent: null, generated_file: null, format: 'csv' },
      filters: { status: ['Pending Approval'], sender_entity_code: ENTITIES.kinabalu.entity_code },
    })
    const [waiting] = await requested(world, 'aminah')
    expect(waiting).toMatchObject({ id: body.id, state: 'waiting', generated_file: null })
    const early = await download(world, 'aminah', body.id)
    expect(early).toMatchObject({ status: 409, body: { code: 'report_not_ready' } })
    expect(await workReports(world)).toEqual(['reports.make'])
    const [done] = await requested(world, 'aminah')
    const path = reports.download.path.replace(':id', body.id)
    expect(done).toMatchObject({ state: 'done', rows: 3, rows_total: 3, generated_file: PUBLIC_URL + path })
    const file = await world.as('aminah').send('GET', path)
    const list = await world.as('aminah').call(documents.report, { query: { status: 'Pending Approval' } })
    const [mine, theirs] = [file.text.split('\r\n'), list.text.split('\r\n')]
    expect(mine).toHaveLength(theirs.length)
    expect(mine.map((line, at) => line.slice(0, theirs[at]?.length))).toEqual(theirs)
    expect(mine[0]).toContain(',Kind,Total Excluding Tax,')
    expect(file.headers['content-disposition']).toBe(list.headers['content-disposition'])
    expect(file.headers['content-type']).toBe(list.headers['content-type'])
  })

  test('is the same as a workbook', async () => {
    const { bytes } = await download(world, 'aminah', await made('aminah', { format: 'xlsx' }))
    const list = await world.as('aminah').call(documents.workbook, { query: {} })
    const [mine, theirs] = [await readXlsx(bytes), await readXlsx(list.bytes)]
    const rows = theirs.sheets[0]?.rows ?? []
    expect(rows).toHaveLength(4)
    expect(mine.sheets[0]?.rows.map((row) => row.slice(0, rows[0]?.length))).toEqual(rows)
  })

  test.each<[object, string[]]>([
    [{ invoice_date__gte: '2026-07-02' }, [pen.id, selfBilled.id]],
    [{ invoice_date__lte: '2026-07-13' }, [kul.id]],
    [{ invoice_date__gte: '', invoice_date__lte: null, invoice_types: '01' }, [kul.id, pen.id]],
    [{ invoice_types: ['SB', '02'] }, [selfBilled.id]],
    [{ status: 'All' }, [kul.id, pen.id, selfBilled.id]],
    [{ status: ['Validated'] }, []],
    [{ customer__name__icontains: 'hyperlink' }, [kul.id]],
    [{ sender_store_code: ['PEN01'] }, [pen.id]],
    [{ agent_code: 'AG-7', contract_number: 'CT' }, [kul.id]],
    [{ customer__identity_type: 'NRIC' }, [kul.id]],
    [{ customer__identity_type: 'nric' }, [kul.id]],
    [{ status: ['In Progress', 'Waiting Over a Day', 'LHDN Submission'] }, []],
    [{ invoice_types: 'Invoice' }, [kul.id, pen.id]],
    // The buyer of a self-billed document is its issuer.
    [{ customer__identity_type: ['BRN'], invoice_types: '11' }, [selfBilled.id]],
    [{ sender_entity_code: ENTITIES.kinabalu.entity_code }, [kul.id, pen.id, selfBilled.id]],
  ])('over %j holds what these filters leave', async (filters, ids) => {
    expect(numbersIn(await contentOf('aminah', { filters }))).toEqual(ids)
  })

  test('leaves trials out where it is told to, and one that was asked for before holds them', async () => {
    const made_for = (environment: string) =>
      sql`UPDATE documents SET environment = ${environment} WHERE id = ${pen.id}`.execute(world.db)
    await made_for('prod')
    expect(numbersIn(await contentOf('aminah', { filters: { environment: ['prod'] } }))).toEqual([pen.id])
    const trials = { environment: 'simulator,preprod' }
    expect(numbersIn(await contentOf('aminah', { filters: trials }))).toEqual([kul.id, selfBilled.id])
    const { body } = await request(world, 'aminah')
    await sql`UPDATE report_runs SET filters = filters - 'environment' WHERE id = ${body.id}`.execute(
      world.db,
    )
    await workReports(world)
    const { text } = await download(world, 'aminah', body.id)
    expect(numbersIn(text)).toEqual([kul.id, pen.id, selfBilled.id])
    await made_for('simulator')
  })

  test('holds the departments of who asks alone, and of one company where one is named', async () => {
    expect(numbersIn(await contentOf('ezra'))).toEqual([pen.id])
    expect(numbersIn(await contentOf('chong'))).toEqual([foreign.id])
    expect(numbersIn(await contentOf('devi'))).toHaveLength(4)
    const selat = { sender_entity_code: ENTITIES.selat.entity_code }
    await made('devi', { filters: selat })
    expect((await requested(world, 'devi'))[0]).toMatchObject({ rows: 1, rows_total: 1 })
    expect(numbersIn(await contentOf('devi', { filters: selat }))).toEqual([foreign.id])
  })

  test.each<[object, string, string]>([
    [{ filters: {} }, 'filters', 'Please choose at least one filter.'],
    [{ filters: { sender_entity_code: ENTITIES.selat.entity_code } }, ...FOREIGN],
    [{ filters: { sender_entity_code: 'none' } }, ...FOREIGN],
    [
      { filters: { sender_entity_code: ENTITIES.kinabalu.entity_code, sender_store_code: ['JHB09'] } },
      ...(['filters.sender_store_code', 'You have none of these departments in this company.'] as const),
    ],
    [
      { filters: { invoice_date__gte: '2026-02-30' } },
      'filters.invoice_date__gte',
      'Please enter a real date',
    ],
    [
      { filters: { invoice_date__gte: '2026-07-02', invoice_date__lte: '2026-07-01' } },
      ...(['filters.invoice_date__lte', 'The last day lies before the first one.'] as const),
    ],
    [{ report_type: 'scheduled' }, 'frequency', 'Please choose how often: daily, weekly or monthly.'],
    [
      { report_type: 'scheduled', frequency: 'hourly' },
      'frequency',
      'Please choose daily, weekly or monthly.',
    ],
    [{ filters: { buyer: 'x' } }, 'filters.buyer', 'This field is not known.'],
    [{ filters: { status: ['Validated', 'Rejected'] } }, 'filters.status', '"Rejected" is no status.'],
    [{ filters: { invoice_types: '01,1' } }, 'filters.invoice_types', '"1" is no document type.'],
    [
      { filters: { customer__identity_type: 'IC' } },
      ...(['filters.customer__identity_type', '"IC" is no identity type.'] as const),
    ],
    [
      { report_type: 'scheduled', frequency: 'daily', filters: { environment: 'production' } },
      ...(['filters.environment', '"production" is no environment.'] as const),
    ],
  ])('is refused for %j', async (wanted, field, message) => {
    const answer = await world.as('aminah').callWrongly(reports.create, {
      body: { report_type: 'adhoc', filters: { status: 'All' }, ...wanted },
    })
    expect(answer).toMatchObject({ status: 400, body: { [field]: [expect.stringContaining(message)] } })
  })

  test('waits for the one before it, also of two at once', async () => {
    const both = await Promise.all([request(world, 'gita'), request(world, 'gita')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const third = await request(world, 'gita')
    expect(third).toMatchObject({ status: 409, body: { code: 'report_running' } })
    expect((await request(world, 'ezra')).status).toBe(201)
    await workReports(world)
    expect((await request(world, 'gita')).status).toBe(201)
    await workReports(world)
  })

  test('is nobody else’s, not a superadmin’s either', async () => {
    const id = await made('ezra')
    for (const who of ['aminah', 'devi', 'chong'] as const) {
      for (const call of [reports.download, reports.remove, reports.retry]) {
        expect(await world.as(who).call(call, { params: { id } })).toMatchObject({ status: 404 })
      }
    }
    expect((await world.as('bakri').call(reports.requested, { query: {} })).status).toBe(403)
    expect((await download(world, 'ezra', id)).status).toBe(200)
  })

  test('is deleted with its file, also while it is being made', async () => {
    const id = await made('ezra')
    const file = await fileOf(id)
    expect((await world.as('ezra').call(reports.remove, { params: { id } })).status).toBe(200)
    expect(await workReports(world)).toEqual(['reports.remove-files'])
    expect([await world.files.get(file), (await download(world, 'ezra', id)).status]).toEqual([null, 404])
    const { body } = await request(world, 'ezra')
    await world.as('ezra').call(reports.remove, { params: { id: body.id } })
    expect(await workReports(world)).toEqual(['reports.make'])
    expect((await request(world, 'ezra')).status).toBe(201)
    await workReports(world)
  })

  test('keeps its file for 90 days, and says so afterwards', async () => {
    const id = await made('chong')
    const file = await fileOf(id)
    world.clock.advance(90 * DAY_MS)
    await tidyReports(world)
    expect((await download(world, 'chong', id)).status).toBe(200)
    world.clock.advance(1)
    await tidyReports(world)
    expect(await world.files.get(file)).toBeNull()
    const [row] = await requested(world, 'chong')
    expect(row).toMatchObject({ id, state: 'done', generated_file: null, file_removed: true })
    expect(await download(world, 'chong', id)).toMatchObject({
      status: 409,
      body: { code: 'report_removed' },
    })
  })

  test('that was given up says why, and is made once more', async () => {
    const { body } = await request(world, 'chong')
    await giveUpReport(world, { run_id: body.id })
    expect((await requested(world, 'chong'))[0]).toMatchObject({
      state: 'failed',
      fault: 'It could not be written, though it was tried several times.',
    })
    await workReports(world)
    const retry = () => world.as('chong').call(reports.retry, { params: { id: body.id } })
    expect((await retry()).status).toBe(200)
    expect(await retry()).toMatchObject({ status: 409, body: { code: 'report_not_failed' } })
    await workReports(world)
    expect((await requested(world, 'chong'))[0]).toMatchObject({ state: 'done', fault: '' })
  })

  test('whose job was lost gets a new one', async () => {
    const { body } = await request(world, 'chong')
    await sql`DELETE FROM pgboss.job WHERE name = 'reports.make'`.execute(world.db)
    world.clock.advance(600_001)
    await tidyReports(world)
    await tidyReports(world)
    expect(await workReports(world)).toEqual(['reports.make'])
    expect((await requested(world, 'chong'))[0]).toMatchObject({ id: body.id, state: 'done' })
  })
})

const fileOf = async (id: string) =>
  (await sql<{ file_key: string }>`SELECT file_key FROM report_runs WHERE id = ${id}`.execute(world.db))
    .rows[0]?.file_key ?? ''

describe('a department that is taken from its reader', () => {
  const take = (code: 'KUL01' | 'PEN01') =>
    sql`DELETE FROM user_store_codes WHERE user_id = ${world.company.users.aminah}
      AND store_code_id = ${world.company.stores[code]}`.execute(world.db)

  test('takes with it the files that have documents of it, and is in none that is made from then on', async () => {
    const [both, kul_alone] = [
      await made('aminah'),
      await made('aminah', { filters: { sender_store_code: 'KUL01' } }),
    ]
    const { body: asked } = await request(world, 'aminah')
    await take('PEN01')
    await workReports(world)
    expect(numbersIn((await download(world, 'aminah', asked.id)).text)).toEqual([kul.id, selfBilled.id])
    const lost = await download(world, 'aminah', both)
    expect(lost).toMatchObject({ status: 409, body: { code: 'scope_lost' } })
    expect(lost.text).not.toContain(pen.invoice_number)
    expect((await download(world, 'aminah', kul_alone)).status).toBe(200)
    const { body: last } = await request(world, 'aminah')
    await take('KUL01')
    await workReports(world)
    expect((await requested(world, 'aminah'))[0]).toMatchObject({
      ...{ id: last.id, state: 'failed', generated_file: null },
      fault: 'Its owner may see none of its departments any more.',
    })
  })
})
