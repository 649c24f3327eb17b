import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { reports } from '#contract/reports/reports.ts'
import { DAY_MS } from '#domain/time/units.ts'
import { startMailServer } from '../../src/platform/mail/fixtures/mail-server.ts'
import { beginDue } from '../../src/reports/begin-due.job.ts'
import { removeFiles } from '../../src/reports/remove-files.job.ts'
import { buildDocument } from '../build.ts'
import { seeded } from '../simulation/random.ts'
import { createWorld } from '../world.ts'
import { request, requested } from './reporting.ts'
import type { Order } from './worker-program.ts'

/** `REPORTS=all` plays 60 runs (npm run test:reports); the suite plays a sample. */
const ROUNDS = process.env.REPORTS === 'all' ? 60 : 2
const PROGRAM = join(import.meta.dirname, 'worker-program.ts')
const run = promisify(execFile)

const world = await createWorld()
const server = await startMailServer()
afterAll(() => server.close())
await buildDocument(world, { invoice_date: '2026-07-14' })

/** One step in a process of its own: whether it came to its end. */
const play = async (step: Order['step'], run_id: string, die: boolean): Promise<boolean> => {
  const order: Order = {
    ...{ connection: world.connection, files_dir: world.files_dir, run_id, step, die },
    smtp_url: `smtp://127.0.0.1:${server.port}`,
    now_ms: world.clock.now().getTime(),
  }
  try {
    await run(process.execPath, [PROGRAM, JSON.stringify(order)])
    return true
  } catch (error) {
    if (error instanceof Error && 'signal' in error && error.signal === 'SIGKILL') return false
    throw error
  }
}

const jobsOf = async (run_id: string) =>
  (
    await sql<{ name: string }>`SELECT name FROM pgboss.job
      WHERE data ->> 'run_id' = ${run_id} ORDER BY created_on, id`.execute(world.db)
  ).rows.map(({ name }) => name)

type Fate = { kills: number; together: boolean }

/** The tries of a job: some are killed, then another worker takes it up, or two at once. */
const until = async (step: Order['step'], run_id: string, { kills, together }: Fate) => {
  for (let kill = 0; kill < kills; kill += 1) expect(await play(step, run_id, true)).toBe(false)
  const last = together ? [play(step, run_id, false), play(step, run_id, false)] : [play(step, run_id, false)]
  await Promise.all(last)
}

test('killed between file and mail, and with two workers at once, each run has one file and one mail', {
  timeout: ROUNDS * 60_000,
}, async () => {
  const random = seeded(34)
  expect((await request(world, 'aminah', { report_type: 'scheduled', frequency: 'daily' })).status).toBe(201)
  for (let round = 0; round < ROUNDS; round += 1) {
    world.clock.advance(DAY_MS)
    await Promise.all([beginDue(world), beginDue(world)])
    const [row, ...older] = await requested(world, 'aminah')
    if (!row) throw new Error('A run has begun.')
    expect([row.state, older.length]).toEqual(['waiting', Math.min(round, 9)])
    const before = server.received.length
    // The first round is the case that is asked for: killed with the file, killed with the mail.
    const [kills, mail_kills] = round === 0 ? [1, 1] : [random.below(3), random.below(2)]
    await until('write', row.id, { kills, together: round === 0 || random.chance(0.5) })
    expect((await requested(world, 'aminah'))[0]).toMatchObject({ id: row.id, state: 'done' })
    expect((await jobsOf(row.id)).filter((name) => name === 'reports.mail')).toHaveLength(1)
    await until('mail', row.id, { kills: mail_kills, together: false })
    const mails = server.received.slice(before).map(({ raw }) => /^Message-ID: (.+)\r$/m.exec(raw)?.[1])
    // Killed after the server took it, it is sent again, and is one mail for whoever receives it.
    expect(mails).toHaveLength(mail_kills + 1)
    expect(new Set(mails)).toEqual(new Set([`<report-${row.id}@lulus.example>`]))
    const [done] = await requested(world, 'aminah')
    expect(done?.last_sent).toBe(world.clock.now().toISOString())
  }
  // What mails may say: the raw mail holds the link, and no figure of a document.
  const raw = server.received[0]?.raw ?? ''
  expect(raw).toContain('http://lulus.example/dashboard/report')
  expect(raw).not.toContain('137.50')
})

test('one file of each run is left, and it is the one that counts', async () => {
  const { rows } = await sql<{ id: string; file_key: string }>`
    SELECT id, file_key FROM report_runs`.execute(world.db)
  const waiting = await sql<{ data: Parameters<typeof removeFiles>[1] }>`
    SELECT data FROM pgboss.job WHERE name = 'reports.remove-files'`.execute(world.db)
  for (const { data } of waiting.rows) await removeFiles(world, data)
  for (const { id, file_key } of rows) {
    const names = await readdir(join(world.files_dir, 'reports', id))
    expect(names.map((name) => `reports/${id}/${name}`)).toEqual([file_key])
    expect((await world.as('aminah').call(reports.download, { params: { id } })).status).toBe(200)
  }
})
