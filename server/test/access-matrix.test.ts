import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { allEndpoints } from '#contract/all.ts'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { createCustomer } from '../src/customers/create.ts'
import { customerOf } from '../src/demo/address-book.ts'
import { ENTITIES } from '../src/demo/company.ts'
import { createItem } from '../src/items/create.ts'
import { inTransaction } from '../src/platform/db/database.ts'
import { createTemplate } from '../src/templates/create.ts'
import { type Probe, probes } from './calls/access-callers.ts'
import { CASES } from './calls/access-cases.ts'
import { printTable, type Result } from './calls/access-table.ts'
import { type Case, ENTITY_MARK, makeTargets, STORE_MARK, type Targets } from './calls/cases.ts'
import { createWorld, NOON } from './world.ts'

const GOLDEN = join(import.meta.dirname, '../../docs/access.txt')
const cases: Readonly<Record<string, Case | undefined>> = CASES

/** What is known of the company whose rows are probed. */
const KINABALU = ['Kinabalu', ENTITIES.kinabalu.tin_no, ENTITIES.kinabalu.entity_code]

let results: Result[] = []
let targets: Targets

beforeAll(async () => {
  results = await walk()
}, 120_000)

describe('who may call what', () => {
  it('has a case for every endpoint of the contract and none besides', () => {
    expect(withoutCase(allEndpoints)).toEqual([])
    expect(Object.keys(CASES)).toHaveLength(allEndpoints.length)
    // The guard itself: one that somebody adds tomorrow.
    const [first] = allEndpoints
    expect(first && withoutCase([...allEndpoints, { ...first, id: 'reports.list' }])).toEqual([
      'reports.list',
    ])
  })

  it('asks every endpoint as every kind of caller', () => {
    const callers = new Set(results.map(({ probe }) => probe.name)).size
    expect(results).toHaveLength(allEndpoints.length * callers)
    expect(callers).toBeGreaterThanOrEqual(16)
  })

  it('lets nobody through a door that the contract keeps shut', () => {
    const wrong = results.filter(
      ({ endpoint, probe, answer }) => !admits(endpoint.access, probe) && ![401, 403].includes(answer.status),
    )
    expect(wrong.map(describeResult)).toEqual([])
  })

  it('answers 401 to those without a live token and 403 to people and keys without the right', () => {
    const wrong = results
      .filter(({ endpoint, probe }) => !admits(endpoint.access, probe))
      .filter(({ probe, answer }) => answer.status !== (probe.kind === 'nobody' ? 401 : 403))
    expect(wrong.map(describeResult)).toEqual([])
  })

  it('tells people which permission they lack', () => {
    const silent = results
      .filter(({ endpoint, probe, answer }) => answer.status === 403 && !admits(endpoint.access, probe))
      .filter(({ probe }) => probe.kind === 'user')
      .filter(({ endpoint: { access }, answer }) => {
        const names = access.kind === 'anyOf' ? access.flags : ['superadmin']
        return !names.every((name) => answer.text.includes(name))
      })
    expect(silent.map(describeResult)).toEqual([])
  })

  it('opens every door to those whom the contract admits', () => {
    const wrong = results
      .filter(({ endpoint, probe }) => admits(endpoint.access, probe) && !isForeign(endpoint, probe))
      .filter(({ answer }) => [401, 404, 500].includes(answer.status))
    expect(wrong.map(describeResult)).toEqual([])
  })

  it('answers 404 for a foreign row, never 403', () => {
    const wrong = results
      .filter(({ endpoint, probe }) => admits(endpoint.access, probe) && isForeign(endpoint, probe) === 'one')
      .filter(({ answer }) => answer.status !== 404)
    expect(wrong.map(describeResult)).toEqual([])
  })

  it('shows nothing of a foreign row in any list, count, file or error', () => {
    const leaks = results.filter(({ endpoint, probe, answer }) => {
      if (endpoint.access.kind === 'public') return false
      const hidden = probe.kind === 'nobody' || !admits(endpoint.access, probe) ? 'entity' : probe.foreign
      const marks = {
        none: [],
        store: [STORE_MARK, ...Object.values(targets)],
        entity: [STORE_MARK, ENTITY_MARK, ...Object.values(targets), ...KINABALU],
      }[hidden]
      const told = answer.text + JSON.stringify(answer.headers)
      return marks.some((mark) => told.includes(mark))
    })
    expect(leaks.map(describeResult)).toEqual([])
  })

  it('does show the marked rows to those who may see them', () => {
    const shows = (id: string, name: string) => {
      const { answer } =
        results.find(({ endpoint, probe }) => endpoint.id === id && probe.name === name) ?? {}
      return answer?.text ?? ''
    }
    for (const id of ['documents.list', 'documents.get', 'dashboard.buyers']) {
      expect(shows(id, 'all flags'), id).toContain(STORE_MARK)
    }
    for (const id of ['customers.find', 'items.find', 'templates.list', 'templates.get']) {
      expect(shows(id, 'other store'), id).toContain(ENTITY_MARK)
    }
  })

  it('is the table of the golden file', async () => {
    const table = printTable(results)
    if (process.env.UPDATE_GOLDEN) await writeFile(GOLDEN, table)
    expect(table).toBe(await readFile(GOLDEN, 'utf8'))
  })
})

const walk = async (): Promise<Result[]> => {
  const world = await createWorld({ simulator: true })
  targets = await makeTargets(world)
  await inTransaction(world.db, async (tx) => {
    const sender_entity_id = world.company.entities.kinabalu
    const { key: _, entity: __, ...customer } = customerOf('seri_jaya')
    const rest = {
      sender_entity_id,
      entity_code: '',
      contact_reference: '',
      bank_number: '',
      source_ui: true,
    }
    await createCustomer(tx, { ...customer, ...rest, name: ENTITY_MARK }, NOON)
    const item = { classification: '022', item_description: ENTITY_MARK, tax_type: '06', tax_rate: '0.00' }
    await createItem(tx, { ...item, sender_entity_id }, NOON)
    const by = { sender_entity_id, created_by: world.company.users.aminah }
    await createTemplate(tx, { ...by, name: ENTITY_MARK, description: '', invoice: {} }, NOON)
  })
  const done: Result[] = []
  const callers = await probes(world)
  for (const endpoint of allEndpoints) {
    const one = cases[endpoint.id]
    // The first test names the endpoint that has no case.
    if (!one) continue
    for (const probe of callers) {
      const answer = await probe.client.callWrongly(endpoint, await one.request(world, targets))
      done.push({ endpoint, probe, answer })
    }
  }
  return done
}

const withoutCase = (endpoints: readonly Endpoint[]) =>
  endpoints.map(({ id }) => id).filter((id) => !cases[id])

/** The contract's words, read apart from the code that enforces them. */
const admits = (access: Access, probe: Probe): boolean => {
  if (access.kind === 'public') return true
  if (probe.kind === 'nobody') return false
  if (access.kind === 'superadmin') return probe.kind === 'superadmin'
  if (access.kind === 'loggedIn') return probe.kind !== 'api_key'
  if (probe.kind === 'api_key' && access.api_key !== true) return false
  return access.flags.some((flag) => probe.flags.includes(flag))
}

/** Whether the rows of the case lie outside the caller's scope, and how the answer must say so. */
const isForeign = ({ id }: Endpoint, probe: Probe): 'one' | 'many' | false => {
  const rows = cases[id]?.rows ?? 'none'
  if (rows === 'none' || probe.foreign === 'none') return false
  return probe.foreign === 'entity' || rows.of === 'store' ? rows.as : false
}

const describeResult = ({ endpoint, probe, answer }: Result) =>
  `${endpoint.id} as ${probe.name}: ${answer.status} ${answer.text.slice(0, 120)}`
