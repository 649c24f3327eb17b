import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { changeRequests } from '#contract/people/change-requests.ts'
import { groups } from '#contract/people/groups.ts'
import { rules } from '#contract/shaping/rules.ts'
import { DAY_MS } from '#domain/time/units.ts'
import { createWorld } from '../../test/world.ts'
import { itemsOf } from '../notifications/fixtures/hearing.ts'
import { gatherLetters, QUIET_MS } from '../notifications/letters/gather.ts'
import { inTransaction } from '../platform/db/database.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import { openJobs } from '../platform/jobs/runner.ts'
import { openLog } from '../platform/log/log.ts'
import { openMail } from '../platform/mail/mail.ts'
import { startWorker } from '../worker.ts'
import { expireJob } from './jobs.ts'

const world = await createWorld()
const { db, clock, company } = world
const DAYS_7_MS = 7 * DAY_MS

const { body: listed } = await world.as('devi').call(groups.list, {})
const makers_id = listed.results.find(({ name }) => name === 'Makers')?.id ?? ''

const ask = (who: 'devi' | 'farid' = 'devi') =>
  world.as(who).call(changeRequests.askGroup, {
    body: {
      action: 'edit',
      group_id: makers_id,
      name: 'Creators',
      reason: 'Clearer',
      permissions: ['can_create_invoice'],
    },
  })
const approve = (approval_id: number) =>
  world.as('farid').call(changeRequests.decide, { body: { approval_id, decision: 'approve' } })
const list = async (state: 'pending' | 'decided') => {
  const farid = world.as('farid')
  if (state === 'pending') return (await farid.call(changeRequests.list, { query: {} })).body
  return (await farid.call(changeRequests.decided, { query: {} })).body.results
}
const expire = () => inTransaction(db, (tx) => enqueue(tx, expireJob, {}))

const folder = await mkdtemp(join(tmpdir(), 'lulus-expired-'))
const send = openMail({ smtp_url: undefined, mail_from: 'lulus@lulus.example', data_dir: folder })
const jobs = openJobs({ connection: world.connection, log: openLog('silent'), connections_max: 4 })
await startWorker(jobs, world.engine, { ...world.outlets, send })
afterAll(async () => {
  await jobs.stop({ graceful: false })
  await rm(folder, { recursive: true })
})
/** Nothing waits to be done. */
const idle = async () => {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM pgboss.job
    WHERE name LIKE 'change-requests.%' AND state IN ('created', 'active', 'retry')`.execute(db)
  return rows[0]?.n
}
const mails = async () => {
  const names = await readdir(join(folder, 'mail')).catch(() => [])
  const raw = await Promise.all(names.map((name) => readFile(join(folder, 'mail', name), 'utf8')))
  return raw.map((mail) => mail.replaceAll('=\r\n', ''))
}

beforeEach(async () => {
  await sql`DELETE FROM change_requests`.execute(db)
  await rm(join(folder, 'mail'), { recursive: true, force: true })
})

it('after seven days a request expires: it is not decided, is marked, and its maker hears of it', async () => {
  const { body } = await ask()
  clock.advance(DAYS_7_MS - 1)
  expect(await list('pending')).toHaveLength(1)
  clock.advance(1)
  expect(await list('pending')).toEqual([])
  expect(await list('decided')).toMatchObject([{ id: body.id, state: 'expired', decided_by: '' }])
  expect(await approve(body.id)).toMatchObject({
    status: 409,
    body: { code: 'request_expired', detail: expect.stringMatching(/^This request expired on 22 Jul 2026/) },
  })
  await expire()
  await expect.poll(mails, { timeout: 20_000 }).toHaveLength(1)
  const [mail = ''] = await mails()
  expect(mail).toMatch(/^To: devi@lulus\.example\r$/m)
  expect(mail).toContain(`Request ${body.id} has expired: Edit group Makers`)
  expect(mail).toContain('Your reason was: Clearer')
  expect(mail).toMatch(/^http\S+\/admin\/permission-management\r?$/m)
  expect(mail, 'a second try goes out under the same name').toContain(
    `Message-ID: <request-expired-${body.id}@`,
  )
  const { rows } = await sql`SELECT old_value, new_value, actor_name FROM audit_events
    WHERE target_kind = 'change_request' AND target_id = ${String(body.id)} AND field = 'state'
    ORDER BY nr`.execute(db)
  expect(rows).toEqual([
    { old_value: '', new_value: 'pending', actor_name: 'Devi Krishnan' },
    { old_value: 'pending', new_value: 'expired', actor_name: 'Lulus' },
  ])
  expect(await list('decided')).toMatchObject([{ state: 'expired', decided_at: clock.now().toISOString() }])
  expect((await approve(body.id)).body.code).toBe('request_expired')
  await expire()
  await expect.poll(idle, { timeout: 20_000 }).toBe(0)
  expect(await mails()).toHaveLength(1)
})

it('one that expired makes room for another before the hour is over, and is mailed all the same', async () => {
  const first = await ask()
  expect((await ask('farid')).status).toBe(409)
  clock.advance(DAYS_7_MS)
  expect((await ask('farid')).status).toBe(201)
  expect(await list('decided')).toMatchObject([{ id: first.body.id, state: 'expired' }])
  await expect.poll(mails, { timeout: 20_000 }).toHaveLength(1)
})

it('of one that expired its maker finds it in the portal, and gets no second mail', async () => {
  await sql`UPDATE users SET notification_ways = '{"request_decided": "at_once"}'
    WHERE id = ${company.users.devi}`.execute(db)
  const { body } = await ask()
  clock.advance(DAYS_7_MS)
  await expire()
  const told = async () =>
    (await itemsOf(world, 'devi')).map(({ kind, subject, outcome }) => [kind, subject, outcome])
  await expect.poll(told, { timeout: 20_000 }).toContainEqual(['request_decided', String(body.id), 'expired'])
  clock.advance(QUIET_MS)
  await gatherLetters(world.engine, { kind: 'request_decided' })
  expect((await sql`SELECT 1 FROM notice_letters`.execute(db)).rows).toEqual([])
  await expect.poll(idle, { timeout: 20_000 }).toBe(0)
  expect(await mails()).toHaveLength(1)
})

it('the mail of one about a rule leads its maker, who need not be a superadmin, to the rules', async () => {
  const rule = { field: 'document_remarks', condition: 'regex', value: 'A.*', error_message: 'No remarks.' }
  await world.as('ezra').callWrongly(rules.ask, { body: { ...rule, reason: 'Head office' } })
  clock.advance(DAYS_7_MS)
  await expire()
  await expect.poll(mails, { timeout: 20_000 }).toHaveLength(1)
  expect((await mails())[0]).toMatch(/^Validation rules:\r?\nhttp\S+\/validation-rules\r?$/m)
})

it('whoever may no longer sign in gets no mail', async () => {
  await ask('farid')
  await sql`UPDATE users SET is_active = false WHERE id = ${company.users.farid}`.execute(db)
  clock.advance(DAYS_7_MS)
  await expire()
  const state = async () => (await sql<{ state: string }>`SELECT state FROM change_requests`.execute(db)).rows
  await expect.poll(state, { timeout: 20_000 }).toEqual([{ state: 'expired' }])
  await expect.poll(idle, { timeout: 20_000 }).toBe(0)
  expect(await mails()).toEqual([])
})
