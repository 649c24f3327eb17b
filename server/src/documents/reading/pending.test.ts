import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PENDING_SORT_KEYS, PendingRow } from '#contract/document-rows.ts'
import { documents } from '#contract/documents.ts'
import { buildDocument, line } from '../../../test/build.ts'
import { createWorld, type Who } from '../../../test/world.ts'

const world = await createWorld()

const a = await buildDocument(world, { customer: { name: 'Alpha Sdn Bhd' }, invoice_date: '2026-07-01' })
const b = await buildDocument(world, {
  who: 'devi',
  invoice_type: '11',
  invoice_date: '2026-07-02',
  customer: { name: 'Beta Sdn Bhd', msic_code: '46496', business_description: 'Wholesale' },
  items: [line({ quantity: '2' })],
})
const c = await buildDocument(world, { sender_store_code: 'PEN01', customer: { name: 'Gamma Sdn Bhd' } })
const d = await buildDocument(world, { who: 'chong', sender_store_code: 'JHB01' })
await buildDocument(world, { status: 'Approved' })
await buildDocument(world, { status: 'Approval Rejected' })
const NAMES = new Map(Object.entries({ a, b, c, d }).map(([name, row]) => [row.id, name]))

const pending = async (who: Who, query: Record<string, string> = {}) => {
  const answer = await world.as(who).call(documents.pending, { query })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const letters = async (who: Who, query: Record<string, string> = {}) => {
  const { results, count } = await pending(who, query)
  expect(count).toBe(results.length)
  return results.map((row: { uuid: string }) => NAMES.get(row.uuid)).join('')
}

test('only what waits for an approval within the scope is listed', async () => {
  expect((await letters('bakri')).split('').sort().join('')).toBe('abc')
  expect((await letters('devi')).split('').sort().join('')).toBe('abcd')
  expect(await letters('ezra')).toBe('c')
  expect(await letters('chong')).toBe('d')
})

test('a row names the document that it replaces, to whoever may see that one', async () => {
  await sql`UPDATE documents SET corrects = ${a.id} WHERE id = ${c.id}`.execute(world.db)
  const numbers = async (who: Who) =>
    (await pending(who)).results.map(({ uuid, corrects_number }) => [NAMES.get(uuid), corrects_number])
  expect(Object.fromEntries(await numbers('bakri'))).toEqual({ a: '', b: '', c: a.invoice_number })
  expect(await numbers('ezra')).toEqual([['c', '']])
})

test.each([
  ['aminah', 403],
  ['gita', 403],
  ['nobody', 401],
] as const)('%s is told %i', async (who, status) => {
  expect(await world.as(who).call(documents.pending, { query: {} })).toMatchObject({ status })
})

test('each row says whether this person may approve or reject it, or why not', async () => {
  const { results } = await pending('devi', { sort_by: 'invoice_date', sort_order: 'asc' })
  const yes = { ok: true, why: '' }
  expect(results[0]).toMatchObject({ uuid: a.id, may_approve: yes, may_reject: yes })
  expect(results[1]).toMatchObject({
    uuid: b.id,
    created_by: world.company.users.devi,
    created_by_name: 'Devi Krishnan',
    may_approve: { ok: false, why: 'You created this document; someone else must decide.' },
    may_reject: { ok: false, why: 'You created this document; someone else must decide.' },
  })
})

test('a self-billed document names the seller as its sender and the issuing company as the tenant', async () => {
  const { results } = await pending('bakri', { invoice_number: b.invoice_number })
  expect(results).toMatchObject([
    {
      uuid: b.id,
      sender: 'Beta Sdn Bhd',
      supplier_name: 'Beta Sdn Bhd',
      customer: { name: 'Kinabalu Trading Sdn Bhd' },
      tenant_account: 'Kinabalu Trading Sdn Bhd',
      invoice_type_description: 'Self-billed Invoice',
      environment: 'simulator',
    },
  ])
})

test('filters take wildcards literally and stores by list', async () => {
  expect(await letters('devi', { invoice_number: 'm-jhb' })).toBe('d')
  expect(await letters('devi', { invoice_number: '%' })).toBe('')
  expect(await letters('devi', { invoice_number: '_' })).toBe('')
  expect((await letters('devi', { sender_store_code: 'PEN01,JHB01' })).split('').sort().join('')).toBe('cd')
})

test('the documents of one company alone are listed, also for who sees all of them', async () => {
  const [kinabalu, selat] = ['1000000000000017', '1000000000000025'] as const
  const asked: Record<string, string>[] = [{}, { sort_by: 'modified_at' }, { may_approve: 'false' }]
  expect(await letters('devi', { sender_entity_code: selat, sort_by: 'modified_at' })).toBe('d')
  expect(await letters('devi', { sender_entity_code: selat, sender_store_code: 'PEN01' })).toBe('')
  for (const more of asked) {
    const found = await letters('devi', { sender_entity_code: kinabalu, ...more })
    expect(found.split('').sort().join('')).toBe('abc')
  }
  expect((await letters('devi', { sender_entity_code: `${kinabalu},${selat}` })).length).toBe(4)
  expect(await letters('bakri', { sender_entity_code: selat })).toBe('')
  expect(await letters('devi', { sender_entity_code: 'none' })).toBe('')
})

const sortedValue = (row: Record<string, unknown>, key: string): unknown => {
  if (key === 'customer.name') return (row.customer as { name: string }).name // the contract's shape
  if (key === 'total_payable_amount') return Number(row.total_payable_amount)
  if (key === 'due') return row.due ?? '9999'
  // People are sorted by their names.
  return row[key === 'created_by' ? 'created_by_name' : key]
}

test('a row can be sorted by each of its own fields that says something of the document', () => {
  const said = Object.keys(PendingRow.shape).map((name) => (name === 'customer' ? 'customer.name' : name))
  const about_it = ['corrects_number', 'submit_by', 'environment']
  const unsorted = ['id', 'uuid', 'revision', 'may_approve', 'may_reject', ...about_it]
  expect([...PENDING_SORT_KEYS].sort()).toEqual(said.filter((name) => !unsorted.includes(name)).sort())
})

test.each(PENDING_SORT_KEYS)('sorted by %s both ways, every row is in order', async (sort_by) => {
  for (const sort_order of ['asc', 'desc']) {
    const values: unknown[] = (await pending('devi', { sort_by, sort_order })).results.map(
      (row: Record<string, unknown>) => sortedValue(row, sort_by),
    )
    // Numbers among numbers, texts among texts: the column decides.
    const sorted = [...values].sort((x, y) => ((x as string) < (y as string) ? -1 : 1))
    expect(values).toHaveLength(4)
    expect(values).toEqual(sort_order === 'asc' ? sorted : sorted.reverse())
  }
})

test('what has waited longest can stand first in all departments, and each says until when it is due', async () => {
  const other = await createWorld()
  const made: [id: string, submit_by: string, modified_at: string][] = []
  for (const [at, given] of [
    { sender_store_code: 'PEN01' },
    { invoice_date: '2026-07-14' },
    { sender_store_code: 'PEN01', items: [line({ classification: '004' })] },
  ].entries()) {
    const { id, submit_by } = await buildDocument(other, given)
    made.push([id, submit_by, `2026-07-15T04:0${at}:00.000Z`])
    other.clock.advance(60_000)
  }
  const told = async (query: Record<string, string>) =>
    (await other.as('bakri').call(documents.pending, { query })).body.results.map((row) => [
      row.uuid,
      row.submit_by,
      row.modified_at,
    ])
  expect(await told({})).toEqual(made.toReversed())
  const waited = { sort_by: 'modified_at', sort_order: 'asc' }
  expect(await told(waited)).toEqual(made)
  expect(made.map(([, submit_by]) => submit_by)).toEqual(['2026-07-15', '2026-07-14', '2026-08-07'])
  expect(await told({ ...waited, page_size: '1', page: '2' })).toEqual(made.slice(1, 2))
  expect(await told({ sort_by: 'modified_at', page_size: '2' })).toEqual(made.toReversed().slice(0, 2))
  expect(await told({ ...waited, sender_store_code: 'PEN01', may_approve: 'true' })).toEqual([
    made[0],
    made[2],
  ])
})

test('what the law wants soonest stands first, then what has waited longest; no law asks for others', async () => {
  const other = await createWorld()
  const consolidated = { items: [line({ classification: '004' })] }
  const period = { billing_start: '2026-06-01', billing_end: '2026-06-30' }
  const made: (readonly [string, string | null])[] = []
  for (const [given, due] of [
    [{}, null],
    [{ sender_store_code: 'PEN01', ...consolidated }, '2026-08-07'],
    [{ invoice_date: '2026-07-07', ...period, ...consolidated }, '2026-07-07'],
    [{ invoice_date: '2026-07-01' }, null],
  ] as const) {
    made.push([(await buildDocument(other, given)).id, due])
    other.clock.advance(60_000)
  }
  const told = async (query: Record<string, string>) =>
    (await other.as('bakri').call(documents.pending, { query })).body.results.map(({ uuid, due }) => [
      uuid,
      due,
    ])
  const soonest = [made[2], made[1], made[0], made[3]]
  const by_due = { sort_by: 'due', sort_order: 'asc' }
  expect(await told(by_due)).toEqual(soonest)
  expect(await told({ ...by_due, page_size: '1', page: '2' })).toEqual(soonest.slice(1, 2))
  expect(await told({ sort_by: 'due', sort_order: 'desc' })).toEqual(soonest.toReversed())
  await sql`UPDATE sender_entities SET environment = 'prod'`.execute(other.db)
  expect((await told({ sort_by: 'modified_at', sort_order: 'asc' })).map(([, due]) => due)).toEqual([
    ...[null, null, null, null],
  ])
})

test('an empty order is the default, and a page of more rows than the limit has the limit', async () => {
  const given = { sort_by: '', sort_order: '', page_size: '1000' }
  expect(await letters('devi', given)).toBe(await letters('devi'))
})

test('pages hold every row once', async () => {
  const pages = [
    await pending('devi', { page_size: '3' }),
    await pending('devi', { page_size: '3', page: '2' }),
  ]
  expect(pages.map((page) => page.count)).toEqual([4, 4])
  const ids = pages.flatMap((page) => page.results.map((row: { uuid: string }) => row.uuid))
  expect(new Set(ids)).toEqual(new Set(NAMES.keys()))
})
