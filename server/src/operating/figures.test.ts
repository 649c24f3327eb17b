import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { MINUTE_MS } from '#domain/time/units.ts'
import { buildDocument } from '../../test/build.ts'
import { createWorld } from '../../test/world.ts'
import { giveSign } from '../documents/comparing/silence.ts'
import { inTransaction } from '../platform/db/database.ts'
import { createApp } from '../platform/http/app.ts'
import { addMetrics } from '../platform/http/metrics.ts'
import { defineJob } from '../platform/jobs/definition.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import { installJobs } from '../platform/jobs/queues.ts'
import { freeRooms } from './disk-room.ts'
import { figuresOf } from './figures.ts'

const world = await createWorld({ simulator: true })
const { db, clock, log, anchors } = world
const place = {
  data_dir: world.files_dir,
  anchor_dir: join(world.files_dir, 'anchors'),
  database_url: 'another',
}
const rooms = () => freeRooms(place)
const job = defineJob({ name: 'tests.waiting', payload: z.object({}) })

beforeAll(() => installJobs(db, [job]))

/** Each figure of ours by its name and labels, as a program reads it. */
const asked = async () => {
  const app = await createApp({ log, https: false, trusted_proxies: [] })
  addMetrics(app, undefined, figuresOf({ db, clock, anchors, rooms }))
  const answer = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  await app.close()
  expect(answer.statusCode).toBe(200)
  const lines = answer.body.split('\n').filter((line) => /^lulus_(?!http)/.test(line))
  return new Map(lines.map((line) => [line.split(' ')[0] ?? '', Number(line.split(' ')[1])]))
}

it('tell of the business, and name no company', async () => {
  await buildDocument(world, { status: 'Approved' })
  await giveSign(world.engine)
  clock.advance(2 * MINUTE_MS)
  await anchors.add({ file: '2026-07-13.json', text: '{}' })
  await inTransaction(db, (tx) => enqueue(tx, job, {}))
  const jobs = sql`UPDATE pgboss.job SET start_after = start_after - interval '5 minutes' WHERE name = ${job.name}`
  await jobs.execute(db)
  const figures = await asked()
  const waiting = figures.get('lulus_jobs_oldest_seconds{queue="tests.waiting"}') ?? 0
  expect(waiting).toBeGreaterThan(290)
  const age = figures.get('lulus_worker_sign_age_seconds') ?? 0
  expect(age).toBeGreaterThanOrEqual(119)
  expect(age).toBeLessThan(240)
  expect(Object.fromEntries(figures)).toMatchObject({
    'lulus_jobs_waiting{queue="tests.waiting"}': 1,
    'lulus_documents{status="Approved"}': 1,
    'lulus_authority_silent{environment="simulator"}': 0,
    'lulus_authority_silent{environment="prod"}': 0,
    lulus_audit_anchor_age_days: 2,
    lulus_mails_unsent: 0,
  })
  const free = ['data', 'anchors'].map((one) => figures.get(`lulus_disk_free_bytes{place="${one}"}`))
  expect(free.filter((bytes) => (bytes ?? 0) > 0)).toHaveLength(2)
  expect(figures.get('lulus_certificate_days')).toBeGreaterThan(300)
  expect([...figures.keys()].filter((name) => /Kinabalu|Selangor|KUL01/i.test(name))).toEqual([])
})

it('that cannot be read are left out, and the others are told', async () => {
  await sql`ALTER TABLE worker_signs RENAME TO gone`.execute(db)
  const figures = await asked()
  await sql`ALTER TABLE gone RENAME TO worker_signs`.execute(db)
  expect(figures.has('lulus_worker_sign_age_seconds')).toBe(false)
  expect(figures.get('lulus_mails_unsent')).toBe(0)
})
