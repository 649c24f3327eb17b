import { expect, test } from 'vitest'
import { allEndpoints } from '#contract/all.ts'
import { createItem } from '../src/items/create.ts'
import { inTransaction } from '../src/platform/db/database.ts'
import { createTemplate } from '../src/templates/create.ts'
import { buildCustomer, buildDocument } from './build.ts'
import { CASES } from './calls/access-cases.ts'
import { type Case, makeTargets } from './calls/cases.ts'
import { createWorld, NOON, type Who } from './world.ts'

const world = await createWorld({ simulator: true })
const { db, company } = world
const cases = new Map<string, Case>(Object.entries(CASES))
const targets = await makeTargets(world)
/** Each call of a test is a session of its own, so the list of them grows by being asked for. */
const OWN_SESSIONS = 'sessions.list'
const reads = allEndpoints.filter(
  ({ id, method, access }) => method === 'GET' && access.kind !== 'public' && id !== OWN_SESSIONS,
)

/** Some five hundred calls, which take seconds on a quiet machine. */
const MINUTES_MS = 120_000

/** A word that stands in what is added to the other company. */
const THEIRS = 'Kilang'

/** Without what is another text each time: the name of the request, and a place among the news, which is sealed. */
const comparable = (id: string, text: string) =>
  text.replace(id === 'live.news' ? /"id":"[^"]*"/ : /"request_id":"[^"]*"/, '')

/** What each read answers, as it is and filtered by each of its filters: bodies, counts, files and refusals. */
const answersTo = async (who: Who) => {
  const answers: [asked: string, said: unknown][] = []
  for (const endpoint of reads) {
    const parts = await cases.get(endpoint.id)?.request(world, targets)
    if (!parts) throw new Error(`${endpoint.id} has no case.`)
    for (const filter of ['', ...Object.keys(endpoint.query?.shape ?? {})]) {
      const query = { ...parts.query, ...(filter && { [filter]: THEIRS }) }
      const { status, text } = await world.as(who).callWrongly(endpoint, { ...parts, query })
      answers.push([`${endpoint.id} ${filter}`.trim(), [status, comparable(endpoint.id, text)]])
    }
  }
  return Object.fromEntries(answers)
}

/** One more of everything that a company has. */
const growKinabalu = async () => {
  const sender_entity_id = company.entities.kinabalu
  for (const status of ['Pending Approval', 'Validated', 'OnHold', 'User Cancelled'] as const) {
    await buildDocument(world, { status, invoice_type: '01', customer: { name: `${THEIRS} ${status}` } })
  }
  await buildCustomer(world, { name: `${THEIRS} Papan` })
  const item = { classification: '022', item_description: THEIRS, tax_type: '06', tax_rate: '0' }
  const template = { name: THEIRS, description: '', invoice: {}, created_by: company.users.aminah }
  await inTransaction(db, async (tx) => {
    await createItem(tx, { ...item, sender_entity_id }, NOON)
    await createTemplate(tx, { ...template, sender_entity_id }, NOON)
  })
}

test(
  'whatever happens in one company, the people of another are answered to the letter as before',
  async () => {
    // What a read needs is made by the first one that asks for it.
    await answersTo('chong')
    const before = await answersTo('chong')
    // Each answer is the same when nothing happened, or nothing could be told by comparing.
    expect(await answersTo('chong')).toEqual(before)
    const seen = await answersTo('aminah')
    await growKinabalu()
    expect(await answersTo('chong')).toEqual(before)
    const changed = await answersTo('aminah')
    const told = Object.keys(seen).filter((id) => JSON.stringify(seen[id]) !== JSON.stringify(changed[id]))
    expect(told).toEqual(
      expect.arrayContaining([
        ...['documents.list', 'documents.list buyer_name', 'documents.report', 'dashboard.counts'],
        ...['customers.list name', 'customers.report', 'items.find'],
      ]),
    )
  },
  MINUTES_MS,
)
