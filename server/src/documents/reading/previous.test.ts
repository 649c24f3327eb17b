import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { buildDocument } from '../../../test/build.ts'
import { scansOf } from '../../../test/plan.ts'
import { createWorld, type Who } from '../../../test/world.ts'
import { on } from '../store/tables.ts'
import { listPrevious } from './previous.ts'

const EDITABLE = 'Submission Failed or Invalid or Approval Rejected'

const world = await createWorld()

const rejected = await buildDocument(world, { status: 'Approval Rejected' })
world.clock.advance(1_000)
const waiting = await buildDocument(world)
world.clock.advance(1_000)
const approved = await buildDocument(world, {
  ...{ status: 'Approved', sender_store_code: 'PEN01' },
  customer: { name: 'Tan Trading Sdn Bhd' },
})
await buildDocument(world, { source: 'ERP', invoice_number: 'ERP-1' })
const foreign = await buildDocument(world, { who: 'chong', sender_store_code: 'JHB01' })

const previous = (who: Who, query: object = {}) => world.as(who).callWrongly(documents.previous, { query })

test('what was made on the screens is listed, last changed first, with what may be done', async () => {
  const { status, body } = await previous('aminah')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    count: 3,
    results: [
      {
        ...{ uuid: approved.id, status: 'Approved', approved_by: { email: 'bakri@lulus.example' } },
        ...{ other_party: 'Tan Trading Sdn Bhd', invoice_currency: 'MYR', total_payable_amount: '137.50' },
      },
      {
        uuid: waiting.id,
        document_type: 'Invoice',
        approved_by: null,
        may_edit: {
          ok: false,
          why: `Only possible while the document is ${EDITABLE}; it is Pending Approval.`,
        },
        may_withdraw: { ok: true },
      },
      {
        uuid: rejected.id,
        status: 'Approval Rejected',
        status_message: 'Wrong buyer',
        may_edit: { ok: true, why: '' },
        may_withdraw: { ok: true, why: '' },
      },
    ],
  })
})

test('a row tells its revision, and what it corrects to those who may see that', async () => {
  const { id, sender_entity_id } = waiting
  expect(approved.sender_entity_id).toBe(sender_entity_id)
  await on(world.db).updateTable('documents').set({ corrects: id }).where('id', '=', approved.id).execute()
  const told = async (who: Who) =>
    (await previous(who)).body.results.map(({ uuid, revision, corrects }) => ({ uuid, revision, corrects }))
  const original = { uuid: id, invoice_number: waiting.invoice_number, status: 'Pending Approval' }
  expect(await told('aminah')).toEqual([
    { uuid: approved.id, revision: 1, corrects: original },
    { uuid: id, revision: 1, corrects: null },
    { uuid: rejected.id, revision: 1, corrects: null },
  ])
  expect(await told('ezra')).toEqual([{ uuid: approved.id, revision: 1, corrects: null }])
})

test('everybody sees his own scope only', async () => {
  const seen = async (who: Who) => (await previous(who)).body.results.map((row) => row.uuid)
  expect(await seen('ezra')).toEqual([approved.id])
  expect(await seen('chong')).toEqual([foreign.id])
  expect(await seen('gita')).toHaveLength(4)
  expect(await previous('bakri')).toMatchObject({ status: 403 })
  expect(await previous('nobody')).toMatchObject({ status: 401 })
})

test('pages hold every row once and agree with the count', async () => {
  const first = await previous('aminah', { page_size: '2' })
  const second = await world.as('aminah').send('GET', first.body.next ?? '')
  expect(first.body.results.map((row) => row.uuid)).toEqual([approved.id, waiting.id])
  expect(second.body).toMatchObject({ count: 3, next: null, results: [{ uuid: rejected.id }] })
})

test('a document is found by its number or its buyer, and only in the own scope', async () => {
  const found = async (who: Who, search: string) => {
    const { body } = await previous(who, { search })
    expect(body).toMatchObject({ count: body.results.length, more: false })
    return body.results.map(({ uuid }) => uuid)
  }
  expect(await found('aminah', 'tan trading')).toEqual([approved.id])
  expect(await found('aminah', waiting.invoice_number)).toEqual([waiting.id])
  expect(await found('aminah', 'SERI JAYA')).toEqual([waiting.id, rejected.id])
  // Not made on the screens.
  expect(await found('aminah', 'ERP-1')).toEqual([])
  expect(await found('chong', 'Tan Trading')).toEqual([])
})

test('whom a self-billed document is made out to is its supplier', async () => {
  world.clock.advance(1_000)
  const { id } = await buildDocument(world, {
    invoice_type: '11',
    customer: { name: 'Kedai Ah Meng', msic_code: '46496', business_description: 'Wholesale' },
  })
  expect((await previous('aminah')).body.results[0]).toMatchObject({ uuid: id, other_party: 'Kedai Ah Meng' })
})

/** So many documents like these, with numbers of their own. */
const copy = async (of: readonly string[], name: string, count: number) => {
  const { rows } = await sql<{ names: string }>`SELECT string_agg(quote_ident(column_name), ',') AS names
    FROM information_schema.columns
    WHERE table_name = 'documents' AND column_name NOT IN ('id', 'invoice_number')`.execute(world.db)
  const columns = sql.raw(rows[0]?.names ?? '')
  await sql`INSERT INTO documents (id, invoice_number, ${columns})
    SELECT gen_random_uuid(), ${name} || nr, ${columns} FROM documents, generate_series(1, ${count}::int) nr
    WHERE id = ANY(${of}::uuid[])`.execute(world.db)
}

test('of what very many have the last changed are told, counted up to a limit', async () => {
  await copy([rejected.id], 'COPY_', 10_050)
  const page = (await previous('aminah', { search: 'seri jaya', page_size: '2' })).body
  expect(page).toMatchObject({ count: 10_000, more: true, next: expect.stringContaining('search=seri') })
  expect(page.results[0]).toMatchObject({ uuid: waiting.id, other_party: rejected.buyer_name })
  expect(page.results[1]?.invoice_number).toMatch(/^COPY_|^M-KUL/)
})

test('pages go on where the count has ended', async () => {
  const { body } = await previous('aminah', { search: 'seri jaya', page_size: '10', page: '1001' })
  expect(body).toMatchObject({ count: 10_000, more: true, next: expect.stringContaining('page=1002') })
  expect(body.previous).toContain('page=1000')
  const next = await world.as('aminah').send('GET', body.next ?? '')
  expect(next.body.results).toHaveLength(10)
})

describe('what very many have, and few that were made on the screens', () => {
  const ask = async (asked: object = {}, db = world.db) => {
    const caller = await world.callerOf('devi')
    const by = { ...{ db, caller, now: world.clock.now(), public_url: '' }, read_max: 100 }
    const query = documents.previous.query.parse({ search: 'copy_', page_size: '10', ...asked })
    return listPrevious(by, query)
  }

  beforeAll(async () => {
    await sql`UPDATE documents SET source = 'ERP'
      WHERE invoice_number LIKE 'COPY%' AND invoice_number !~ '^COPY_([1-9]|1[0-2])$'`.execute(world.db)
    await sql`UPDATE documents SET modified_at = modified_at - interval '1 hour'
      WHERE invoice_number LIKE 'COPY%' AND source = 'UI'`.execute(world.db)
    await copy([foreign.id, rejected.id], 'OTHER_', 1_000)
    await sql`VACUUM ANALYZE documents`.execute(world.db)
  })

  test('are on pages that are whole, and the last page tells how many there are', async () => {
    const first = await ask()
    expect(first.results.filter(({ invoice_number }) => invoice_number.startsWith('COPY_'))).toHaveLength(10)
    expect(first).toMatchObject({ count: 11, more: true, next: expect.stringContaining('page=2') })
    const last = await ask({ page: '2' })
    expect(last.results).toHaveLength(2)
    expect(last).toMatchObject({ count: 12, more: false, next: null })
    expect(last.previous).toContain('page=1')
  })

  test('are read no further than it takes, and in no department that never had the text', async () => {
    const scans = await scansOf(world.db, 'documents', (db) => ask({}, db))
    const walks = scans.filter(({ text }) => text.includes("source = 'UI'"))
    expect(walks.length).toBeGreaterThan(0)
    for (const { read, text } of walks) expect(read, text).toBeLessThan(1_500)
  })
})

test('who may change what came back, but make nothing new, finds there what became of it', async () => {
  await sql`DELETE FROM group_permissions WHERE flag = 'can_create_invoice'`.execute(world.db)
  const { status, body } = await previous('aminah', { search: rejected.invoice_number })
  expect(status).toBe(200)
  expect(body.results).toMatchObject([{ uuid: rejected.id, may_edit: { ok: true } }])
})
