import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { intake } from '#contract/intake.ts'
import { connectTo } from '../../src/platform/db/database.ts'
import { openLog } from '../../src/platform/log/log.ts'
import { purgeJob } from '../../src/platform/retention/jobs.ts'
import { payload } from '../build.ts'
import { type Call, insist, openLine, read } from '../crash/calling.ts'
import { type Clients, openClients } from '../crash/clients.ts'
import { judge } from '../crash/judge.ts'
import { ROLES } from '../crash/programs.ts'
import { createStage, until } from '../crash/stage.ts'
import { makeTemplate } from '../global-setup.ts'
import { seeded } from '../simulation/random.ts'
import { shapeOfTurn } from '../simulator.ts'
import { openCluster } from './cluster.ts'
import { openReader, type Reader } from './readers.ts'

/** `FAILOVERS=n` plays n rounds of each kind (npm run test:failover), otherwise one. */
const ROUNDS = Number(process.env.FAILOVERS ?? 1)
const GAP_MS_MAX = 30_000
const RESUME_MS_MAX = 120_000
const BROUGHT = 30

/** Made outside of the test, so that what it starts ends with the file. */
const cluster = await openCluster()
const settings = { pool_max: 5, log: openLog('silent') }
const database = connectTo({ connectionString: cluster.url }, settings)
await makeTemplate(database.db)
const stage = await createStage({ database, read_url: cluster.read_url })
const kinds = ['kill -9', 'switchover', 'dead node'] as const

test('the primary is lost again and again: nobody waits for 30 s, nobody reads less than they wrote, none is doubled', {
  timeout: 7_200_000,
}, async () => {
  for (const role of ROLES) stage.programs.start(role)
  await stage.programs.untilHealthy()
  const clients = await openClients(stage.world, stage.programs.url, seeded(7))
  clients.bring(BROUGHT)
  // A worker that only starts ends where there is no primary, and is started again by whoever looks after it.
  await until('The worker has not started', hasStarted, RESUME_MS_MAX)
  const call = await openLine(stage.world, stage.programs.url, ['aminah'])
  const reader = openReader(call, 'aminah')

  const gaps = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS; round++) {
    for (const kind of kinds) {
      await stage.setShape(shapeOfTurn(round))
      const gap_ms = await playRound(kind, clients, { call, reader })
      gaps.set(kind, [...(gaps.get(kind) ?? []), gap_ms])
      console.log(`${kind}, round ${round + 1}: ${gap_ms} ms between two writes that were answered`)
    }
  }
  await clients.done()
  await stage.untilSettled()
  for (const role of ROLES) stage.programs.demandAlive(role)

  const findings = await judge(database.db, clients.told, await stage.ledger())
  console.log(figuresOf(gaps, clients), `\n${reader.reads()} lists and files read`)
  expect(findings).toEqual({ lost: [], doubled: [], failed: [] })
  expect(reader.missing).toEqual([])
  for (const times of gaps.values()) expect(Math.max(...times)).toBeLessThanOrEqual(GAP_MS_MAX)
  await database.close()
})

const Taken = z.object({
  Invoice_Numbers: z.array(z.string()),
  UUIDs: z.array(z.string()),
  errors: z.tuple([]),
})
let keys = 0

type Person = { call: Call; reader: Reader }

/** Writes and reads what was written; answers the longest time, ms, between two writes that were answered. */
const beat = async ({ call, reader }: Person, { told }: Clients, over: AbortSignal): Promise<number> => {
  let last_ms = performance.now()
  let gap_ms = 0
  while (!over.aborted) {
    const body = [{ invoices_data: [payload({ sender_store_code: 'KUL01' })] }]
    const request = { path: intake.submit.path, body, key: `beat ${++keys}` }
    const { UUIDs, Invoice_Numbers } = read(
      Taken,
      await insist(
        () => call('aminah', request),
        () => {},
      ),
    )
    told.set(UUIDs[0] ?? '', { number: Invoice_Numbers[0] ?? '', approved: false })
    gap_ms = Math.max(gap_ms, performance.now() - last_ms)
    last_ms = performance.now()
    await reader.wrote(Invoice_Numbers[0] ?? '')
  }
  return Math.round(gap_ms)
}

const playRound = async (kind: (typeof kinds)[number], clients: Clients, person: Person): Promise<number> => {
  await cluster.untilWhole()
  clients.bring(BROUGHT)
  await until('Nothing is on its way', async () => (await stage.inFlight()) > 0)
  const over = new AbortController()
  const beating = beat(person, clients, over.signal)
  const browsing = person.reader.browse(over.signal)
  await sleep(1_000)
  await until('No list is read from a standby', isReadThere)
  const { name, mend } = await cluster.events[kind]()
  await until(
    'No other primary',
    async () => ![undefined, name].includes(await cluster.leader()),
    RESUME_MS_MAX,
  )
  await stage.programs.untilHealthy()
  await until(
    'Nothing moves',
    async () => clients.open() === 0 || stage.hasMoved(new Date(Date.now() - 1_000)),
  )
  over.abort()
  const [gap_ms] = await Promise.all([beating, browsing])
  await mend()
  for (const role of ROLES) stage.programs.demandAlive(role)
  return gap_ms
}

/** It works long before on a busy machine; that it has begun to throw away is the last of its start. */
const hasStarted = async (): Promise<boolean> => {
  const { rows } = await sql`SELECT FROM pgboss.job WHERE name = ${purgeJob.name} LIMIT 1`.execute(
    database.db,
  )
  return rows.length > 0
}

/** Whether a program has a connection to the standby that this one came to. */
const isReadThere = async (): Promise<boolean> => {
  const standby = connectTo({ connectionString: cluster.read_url }, settings)
  const { rows } = await sql`SELECT FROM pg_stat_activity
    WHERE application_name = 'lulus' AND pid <> pg_backend_pid() AND pg_is_in_recovery()`
    .execute(standby.db)
    .finally(standby.close)
  return rows.length > 0
}

const figuresOf = (gaps: ReadonlyMap<string, readonly number[]>, { told, cut }: Clients): string => {
  const lines = [...gaps].map(([kind, times]) => {
    const sorted = times.toSorted((one, other) => one - other)
    const median = sorted[Math.floor(sorted.length / 2)]
    return `${kind}: ${times.length} rounds, gap ${median} ms median, ${sorted.at(-1)} ms at most`
  })
  const cut_off = cut.creations + cut.approvals
  const calls = `${told.size} documents; calls cut off ${cut_off}, answered 503 ${cut.turned_away}`
  return [...lines, calls].join('\n')
}
