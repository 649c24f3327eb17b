import { afterAll, expect, test } from 'vitest'
import { buildDocument, decide, documentOf } from '../../../test/build.ts'
import { createWorld } from '../../../test/world.ts'
import { createAuthority } from '../../authority/calls/client.ts'
import { places } from '../../authority/wire/environments.ts'
import { type AuthorityRequest, type AuthorityResponse, exchange } from '../../authority/wire/http.ts'
import { openJobs } from '../../platform/jobs/runner.ts'
import { startWorker } from '../../worker.ts'
import { batchSize } from './to-send.ts'

const world = await createWorld({ simulator: true })
const { connection, clock, log, simulator_url = '' } = world

/** What comes of the submission that holds a number; calls without one are carried as they are. */
type Fate = (request: AuthorityRequest) => Promise<AuthorityResponse>
const fates = new Map<string, Fate>()

const numbersIn = ({ url, body }: AuthorityRequest): string[] =>
  url.endsWith('/documentsubmissions/')
    ? JSON.parse(String(body ?? '{}')).documents.map((one: { codeNumber: string }) => one.codeNumber)
    : []

const network = async (request: AuthorityRequest): Promise<AuthorityResponse> => {
  const fate = numbersIn(request).map((number) => fates.get(number))
  return (fate.find((one) => one !== undefined) ?? exchange)(request)
}

/** Never answers until the test lets it go, whether or not the authority took the submission. */
const silences: (() => void)[] = []
const silence = () =>
  new Promise<AuthorityResponse>((resolve) => {
    silences.push(() => resolve({ kind: 'broken', why: 'No answer came in time.' }))
  })
const never: Fate = () => silence()
const lost: Fate = async (request) => {
  await exchange(request)
  return silence()
}
const unavailable: Fate = async () => ({
  ...{ kind: 'response', status: 503, correlation_id: '', retry_after_ms: null, text: '' },
})

const authority = createAuthority({ places: places(simulator_url), clock, network })
const engine = { ...world.engine, authority }

const jobs = openJobs({ connection, log, connections_max: 3 })
await startWorker(jobs, engine, world.outlets)
afterAll(async () => {
  for (const end of silences) end()
  await jobs.stop({ graceful: true })
})

const statusesOf = (uuids: readonly string[]) =>
  Promise.all(uuids.map(async (uuid) => (await documentOf(world, uuid)).status))

/** Pending documents of the single lane, and what comes of each when it is sent. */
const pending = async (wanted: readonly (Fate | undefined)[]): Promise<string[]> => {
  const rows = []
  for (const fate of wanted) {
    const row = await buildDocument(world)
    if (fate) fates.set(row.invoice_number, fate)
    rows.push(row)
  }
  return rows.map((row) => row.id)
}

test('documents approved with silent, lost and unavailable ones, or after them, are validated meanwhile', async () => {
  const troubled = await pending([never, lost, unavailable])
  const sound = await pending([undefined, undefined, undefined])
  for (const uuid of [...troubled, ...sound]) expect((await decide(world, 'bakri', uuid)).status).toBe(200)
  const validated = (uuids: readonly string[]) =>
    expect.poll(() => statusesOf(uuids), { timeout: 25_000 }).toEqual(uuids.map(() => 'Validated'))
  await validated(sound)
  const later = await pending([undefined])
  await decide(world, 'bakri', later[0] ?? '')
  await validated(later)
  // Nobody has given up yet: two calls are still out.
  expect(silences).toHaveLength(2)
  expect(await statusesOf(troubled)).toEqual(['Approved', 'Approved', 'Outcome Unknown'])
})

test('of a person’s documents so few share a call that one lost answer leaves the others alone', () => {
  expect([1, 2, 10].map((waiting) => batchSize(waiting))).toEqual([1, 1, 1])
  expect([11, 35, 99].map((waiting) => batchSize(waiting))).toEqual([2, 4, 10])
  // A hundred and more: then the pace counts.
  expect(batchSize(100)).toBe(100)
})
