import { Kysely, PostgresDialect } from 'kysely'
import { describe, expect, test } from 'vitest'
import { SORT_KEYS } from '#contract/document-rows.ts'
import { documents } from '#contract/documents.ts'
import { buildDocument, decide, line } from '../../../test/build.ts'
import { addressOf } from '../../../test/client.ts'
import { atEnd } from '../../../test/ending/at-end.ts'
import { createWorld, PUBLIC_URL, SECRET_KEY, type Who } from '../../../test/world.ts'
import { openPool } from '../../platform/db/pool.ts'
import { listDocuments } from './list.ts'

const world = await createWorld({ simulator: true })

/** Five of Kinabalu (two of them in PEN01) and one of Selat, each different in whatever can be asked for. */
const a = await buildDocument(world, {
  status: 'Validated',
  invoice_date: '2026-07-01',
  agent_number: 'AG-1',
  contract_number: 'CT-100%',
  customer: { name: 'Alpha 100% Sdn Bhd', email: 'a_pay@alpha.example', identity_number: '201901000001' },
})
const b = await buildDocument(world, {
  invoice_date: '2026-07-02',
  agent_number: 'AG-2',
  contract_number: 'CT-1000',
  customer: { name: 'Beta Sdn Bhd', email: 'axpay@beta.example', tin_no: 'C20830570210' },
  items: [line({ quantity: '2' })],
})
const c = await buildDocument(world, {
  invoice_type: '11',
  sender_store_code: 'PEN01',
  invoice_date: '2026-07-03',
  customer: { name: 'Gamma Sdn Bhd', msic_code: '46496', business_description: 'Wholesale' },
  items: [line({ quantity: '1000' })],
})
const d = await buildDocument(world, {
  sender_store_code: 'PEN01',
  status: 'User Cancelled',
  invoice_date: '2026-07-04',
})
const e = await buildDocument(world, {
  source: 'ERP',
  invoice_number: 'ERP_1',
  status: 'Submitted',
  invoice_date: '2026-07-05',
})
const f = await buildDocument(world, { who: 'chong', sender_store_code: 'JHB01', invoice_date: '2026-07-06' })
const NAMES = new Map(Object.entries({ a, b, c, d, e, f }).map(([name, row]) => [row.id, name]))

const list = async (query: Record<string, string> = {}, who: Who = 'devi') => {
  const answer = await world.as(who).call(documents.list, { query })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

/** The letters of what is listed, in order. */
const letters = async (query: Record<string, string> = {}, who: Who = 'devi') => {
  const { results, count } = await list(query, who)
  const found = results.map((row) => NAMES.get(row.uuid))
  expect(count).toBe(found.length)
  return found.join('')
}

describe('the list shows', () => {
  test.each([
    ['devi', 'fedcba'],
    ['gita', 'fedcba'],
    ['aminah', 'edcba'],
    ['bakri', 'edcba'],
    ['ezra', 'dc'],
    ['chong', 'f'],
  ] as const)('%s: %s, newest invoice date first', async (who, expected) => {
    expect(await letters({}, who)).toBe(expected)
  })

  test('nothing to nobody and to keys', async () => {
    expect(await world.as('nobody').call(documents.list, { query: {} })).toMatchObject({ status: 401 })
    expect(await world.as('key').call(documents.list, { query: {} })).toMatchObject({ status: 403 })
  })

  test('a foreign store by no filter', async () => {
    expect(await letters({ sender_store_code: 'KUL01,JHB01' }, 'ezra')).toBe('')
    expect(await letters({ buyer_name: 'Alpha' }, 'chong')).toBe('')
    expect(await letters({ lhdn_uuid: a.authority_uuid ?? 'x' }, 'ezra')).toBe('')
  })

  test('in the search box what has a UUID, LHDN’s or ours, however it is written', async () => {
    const theirs = a.authority_uuid ?? 'x'
    for (const search of [theirs, theirs.toLowerCase(), a.id, a.id.toUpperCase()]) {
      expect([search, await letters({ search })]).toEqual([search, 'a'])
      expect(await letters({ search }, 'ezra')).toBe('')
    }
  })

  test('one company alone, filtered, sorted, counted and with its links, also to who sees all of them', async () => {
    const [kinabalu, selat] = ['1000000000000017', '1000000000000025'] as const
    const sorted = { sort_by: 'invoice_date', sort_order: 'asc' }
    expect(await letters({ sender_entity_code: selat })).toBe('f')
    expect(await letters({ sender_entity_code: kinabalu, ...sorted })).toBe('abcde')
    expect(await letters({ sender_entity_code: `${selat},${kinabalu}`, ...sorted })).toBe('abcdef')
    for (const sort_by of SORT_KEYS)
      expect([...(await letters({ sender_entity_code: kinabalu, sort_by }))].sort().join('')).toBe('abcde')
    const narrowed: Record<string, string>[] = [
      ...[{ search: 'Sdn' }, { status: 'All' }, { invoice_type: '01,11' }, { buyer_email: '@' }],
    ]
    for (const given of narrowed) expect(await letters({ sender_entity_code: selat, ...given })).toBe('f')
    expect(await letters({ sender_entity_code: selat, sender_store_code: 'KUL01' })).toBe('')
    expect(await letters({ sender_entity_code: 'none' })).toBe('')
    expect(await letters({ sender_entity_code: selat }, 'aminah')).toBe('')
    const { next } = await list({ sender_entity_code: kinabalu, page_size: '4' })
    expect((await follow(next)).results).toHaveLength(1)
  })

  test('each row as the contract says', async () => {
    const { results } = await list({ invoice_number: a.invoice_number })
    expect(results).toEqual([
      {
        uuid: a.id,
        sender_store_code: 'KUL01',
        sender: { name: 'Kinabalu Trading Sdn Bhd' },
        customer: { name: 'Alpha 100% Sdn Bhd', identity_number: '201901000001' },
        invoice_type: '01',
        invoice_type_description: 'Invoice',
        invoice_number: 'M-KUL0101000001',
        invoice_date: '2026-07-01',
        contract_number: 'CT-100%',
        agent_number: 'AG-1',
        submission_date: '2026-07-15T04:00:00.000Z',
        modified_at: '2026-07-15T04:00:00.000Z',
        invoice_currency: 'MYR',
        total_payable_amount: '137.50',
        status: 'Validated',
        status_message: expect.stringContaining('Valid'),
        reject_request: null,
        source: 'UI',
        created_by_name: 'Aminah Yusof',
        environment: 'simulator',
        file_archive: expect.objectContaining({
          xml_path: addressOf(documents.archive, { params: { uuid: a.id, file: 'xml' } }),
        }),
      },
    ])
  })

  test('supplier and buyer as printed: a self-billed document has its issuer as the buyer', async () => {
    const { results } = await list({ invoice_type: '11' })
    expect(results).toMatchObject([
      { sender: { name: 'Gamma Sdn Bhd' }, customer: { name: 'Kinabalu Trading Sdn Bhd' } },
    ])
  })
})

test.each<[Record<string, string>, string]>([
  [{ dateStart: '2026-07-04' }, 'fed'],
  [{ dateEnd: '2026-07-02' }, 'ba'],
  [{ dateStart: '2026-07-02', dateEnd: '2026-07-03' }, 'cb'],
  [{ dateStart: '', dateEnd: '' }, 'fedcba'],
  [{ buyer_name: 'alpha' }, 'a'],
  [{ buyer_name: '100%' }, 'a'],
  [{ buyer_name: '%' }, 'a'],
  [{ buyer_name: '\\' }, ''],
  [{ buyer_email: 'a_pay' }, 'a'],
  [{ buyer_tin_no: 'C2083' }, 'b'],
  [{ buyer_id_no: '201901000001' }, 'a'],
  [{ buyer_id_no: '201901-00-0001' }, 'a'],
  [{ invoice_number: 'erp_1' }, 'e'],
  [{ invoice_number: 'm-kul' }, 'ba'],
  [{ agent_code: 'AG-2' }, 'b'],
  [{ contract_number: '100%' }, 'a'],
  [{ contract_number: 'CT-100' }, 'ba'],
  [{ invoice_type: '11' }, 'c'],
  [{ invoice_type: '11,01' }, 'fedcba'],
  [{ document_type: 'SB' }, 'c'],
  [{ document_type: 'Invoice' }, 'fedba'],
  [{ document_type: 'Self-billed Invoice,Refund Note' }, 'c'],
  [{ document_type: '11' }, 'c'],
  [{ sender_store_code: 'PEN01' }, 'dc'],
  [{ sender_store_code: 'PEN01,JHB01' }, 'fdc'],
  [{ status: 'Pending Approval' }, 'fcb'],
  [{ status: 'Validated,User Cancelled' }, 'da'],
  [{ status: 'LHDN Submission' }, 'ea'],
  [{ status: 'LHDN Submission,User Cancelled' }, 'eda'],
  [{ status: 'No such status' }, ''],
  [{ status: 'All' }, 'fedcba'],
  [{ status: 'Validated,All' }, 'a'],
  [{ status: 'In Progress' }, 'e'],
  [{ status: 'Failed' }, ''],
  [{ status: 'In Progress,Pending Approval' }, 'fecb'],
  [{ status: 'constructor' }, ''],
  [{ sort_by: '', sort_order: '' }, 'fedcba'],
  [{ page_size: '201' }, 'fedcba'],
  [{ page_size: '100000' }, 'fedcba'],
  [{ buyer_name: "'; DROP TABLE documents; --" }, ''],
  [{ agent_code: 'AG', contract_number: '1000' }, 'b'],
])('the filter %j finds "%s"', async (query, expected) => {
  expect(await letters(query)).toBe(expected)
})

test.each([
  [{ dateStart: '2026-02-30' }, 'dateStart'],
  [{ sort_by: 'content' }, 'sort_by'],
  [{ sort_order: 'up' }, 'sort_order'],
  [{ page: '0' }, 'page'],
  [{ page_size: '0' }, 'page_size'],
  [{ page_size: '1e400' }, 'page_size'],
  [{ buyer_name: 'x'.repeat(201) }, 'buyer_name'],
])('the filter %j is refused by its name', async (query, field) => {
  const answer = await world.as('devi').callWrongly(documents.list, { query })
  expect(answer).toMatchObject({ status: 400, body: { [field]: [expect.any(String)] } })
})

describe.each(SORT_KEYS)('sorted by %s', (sort_by) => {
  const readValue = (row: unknown): unknown =>
    // `as`: a path of the contract.
    sort_by.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], row)

  test.each(['asc', 'desc'])('%s, every row is there and in order', async (sort_order) => {
    const { results } = await list({ sort_by, sort_order })
    expect(results).toHaveLength(6)
    const values = results.map(readValue).filter((value) => value !== null)
    const plain = sort_by === 'total_payable_amount' ? values.map(Number) : values.map(String)
    const sorted = [...plain].sort(collate)
    expect(plain).toEqual(sort_order === 'asc' ? sorted : sorted.reverse())
  })
})

const collate = (x: string | number, y: string | number) => (x < y ? -1 : x > y ? 1 : 0)

/** The page behind the address that another one gave. */
const follow = async (address: string | null) =>
  documents.list.reply.parse((await world.as('devi').send('GET', address ?? '')).body)

describe('pages', () => {
  test('hold every row once, and agree with the count', async () => {
    const seen: string[] = []
    for (let page = 1; page <= 3; page++) {
      const { count, results, next, previous } = await list({
        page_size: '2',
        page: String(page),
        status: '',
      })
      expect(count).toBe(6)
      expect(next === null).toBe(page === 3)
      expect(previous === null).toBe(page === 1)
      seen.push(...results.map((row) => NAMES.get(row.uuid) ?? ''))
    }
    expect(seen.join('')).toBe('fedcba')
  })

  test('lead to each other with their filters', async () => {
    const first = await list({
      page_size: '1',
      sender_store_code: 'KUL01',
      sort_by: 'invoice_date',
      sort_order: 'asc',
    })
    const second = await follow(first.next)
    expect(NAMES.get(second.results[0]?.uuid ?? '')).toBe('b')
    const back = await follow(second.previous)
    expect(NAMES.get(back.results[0]?.uuid ?? '')).toBe('a')
  })

  test('are absolute addresses, which any client can follow', async () => {
    const { next, previous } = await list({ page_size: '2', page: '2' })
    expect(new URL(next ?? '').searchParams.get('page')).toBe('3')
    for (const address of [next, previous])
      expect(address?.startsWith(`${PUBLIC_URL}${documents.list.path}?`)).toBe(true)
  })

  test('of more rows than the limit have the limit', async () => {
    const { next } = await list({ page_size: '999', page: '1' })
    expect(next).toBeNull()
    const { previous } = await list({ page_size: '999', page: '2' })
    expect(new URL(previous ?? '').searchParams.get('page_size')).toBe('200')
  })

  test('past the end are empty and still know the count', async () => {
    expect(await list({ page_size: '2', page: '9' })).toMatchObject({ count: 6, results: [], next: null })
  })

  test.each<Record<string, string>>([
    {},
    ...SORT_KEYS.map((sort_by) => ({ sort_by })),
    { search: 'beta' },
    { status: 'Validated' },
  ])('have numbers as far as any archive goes: %o', async (given) => {
    const last = { page: '10000000', page_size: '200' }
    expect(await list({ ...given, ...last })).toMatchObject({ results: [], next: null })
    const query = { ...given, page: '10000001' }
    expect((await world.as('devi').call(documents.list, { query })).status).toBe(400)
  })
})

test('a repeated parameter is a list', async () => {
  const found = await world
    .as('devi')
    .callWrongly(documents.list, { query: { status: ['Validated', 'User Cancelled'] } })
  expect(found.body.results.map((row) => NAMES.get(row.uuid)).join('')).toBe('da')
  const stores = { sender_store_code: ['PEN01,JHB01', 'KUL01'] }
  expect((await world.as('devi').callWrongly(documents.list, { query: stores })).body.count).toBe(6)
  const twice = await world.as('devi').callWrongly(documents.list, { query: { buyer_name: ['a', 'b'] } })
  expect(twice).toMatchObject({ status: 400, body: { buyer_name: [expect.any(String)] } })
})

test('rows and count come from one statement', async () => {
  const statements: string[] = []
  const pool = openPool(world.connection, { pool_max: 1, log: world.log })
  const db = new Kysely<object>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => void statements.push(event.query.sql),
  })
  atEnd(() => db.destroy())
  const caller = await world.callerOf('devi')
  const by = { db, caller, now: world.clock.now(), secret_key: SECRET_KEY, public_url: PUBLIC_URL }
  const of = { sender_entity_code: [], sender_store_code: [] }
  const lists = { ...of, invoice_type: [], document_type: [], status: [], environment: [] }
  const answer = await listDocuments(by, { ...lists, page: 1, page_size: 2, sort_order: 'desc' })
  expect(answer).toMatchObject({ count: 6, results: [{ uuid: f.id }, { uuid: e.id }] })
  expect(statements).toHaveLength(1)
})

test('a document cancelled after its validation stays among those submitted', async () => {
  const cancelled = await buildDocument(world, { status: 'Validated', invoice_date: '2026-06-30' })
  await world
    .as('devi')
    .call(documents.cancel, { params: { uuid: cancelled.id }, body: { reason: 'Wrong buyer' } })
  const { results } = await list({ status: 'LHDN Submission' })
  expect(results.map((row) => row.uuid)).toEqual([e.id, a.id, cancelled.id])
  expect(await decide(world, 'bakri', cancelled.id)).toMatchObject({ status: 409 })
})
