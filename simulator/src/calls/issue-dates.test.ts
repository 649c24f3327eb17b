import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildXml } from '../../test/build.ts'
import { startWorld, type TestWorld } from '../../test/sender.ts'

/** Issue dates of a search are instants, as its submission dates are. */
const DAY_MS = 86_400_000
const SECOND_MS = 1000
const ISSUED = Math.floor(Date.now() / SECOND_MS) * SECOND_MS - 3_600_000

let world: TestWorld
let token: string

beforeAll(async () => {
  world = await startWorld()
  token = await world.enter()
  const documents = [-SECOND_MS, 0, 0, 0, SECOND_MS].map((apart_ms, at) =>
    buildXml({ version: '1.0', number: `ISSUED-${at}`, issued_at: ISSUED + apart_ms }),
  )
  await world.submit(token, documents)
})
afterAll(() => world.close())

const issued = (from_ms: number, to_ms: number) => ({
  issueDateFrom: new Date(ISSUED + from_ms).toISOString(),
  issueDateTo: new Date(ISSUED + to_ms).toISOString(),
})
const search = (query: Record<string, string>) =>
  world.call('GET', `/api/v1.0/documents/search?${new URLSearchParams(query)}`, { token })
const numbers = async (query: Record<string, string>): Promise<string[]> =>
  (await search(query)).json.result.map((one: { internalId: string }) => one.internalId)

test('a search shows what was issued in one second, in pages and by its text', async () => {
  const second = issued(-SECOND_MS / 2, SECOND_MS / 2)
  expect(await numbers(second)).toEqual(['ISSUED-3', 'ISSUED-2', 'ISSUED-1'])
  expect(await numbers({ ...second, pageSize: '2', pageNo: '2' })).toEqual(['ISSUED-1'])
  expect(await numbers({ ...second, searchQuery: 'issued-2' })).toEqual(['ISSUED-2'])
})

test('both ends count', async () => {
  expect(await numbers(issued(-SECOND_MS, SECOND_MS))).toHaveLength(5)
  expect(await numbers(issued(0, SECOND_MS))).toHaveLength(4)
})

test('where both pairs are named both hold', async () => {
  const submitted = (from_ms: number, to_ms: number) => ({
    submissionDateFrom: new Date(Date.now() + from_ms).toISOString(),
    submissionDateTo: new Date(Date.now() + to_ms).toISOString(),
  })
  const second = issued(-SECOND_MS / 2, SECOND_MS / 2)
  expect(await numbers({ ...second, ...submitted(-DAY_MS, DAY_MS) })).toHaveLength(3)
  expect(await numbers({ ...second, ...submitted(DAY_MS, 2 * DAY_MS) })).toEqual([])
})

test.each([
  ['a second that ends where it begins', () => issued(0, 0), 'submissionDateFrom'],
  ['more than 31 days', () => issued(-32 * DAY_MS, 0), 'issueDateTo'],
])('%s is a bad argument', async (_, query, target) => {
  const { status, json } = await search(query())
  expect([status, json.error.code, json.error.target]).toEqual([400, 'BadArgument', target])
})
