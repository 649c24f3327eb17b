import { once } from 'node:events'
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { malaysianDate } from '#domain/time/dates.ts'
import { DAY_MS } from '#domain/time/units.ts'
import { sharedGate } from '../../src/authority/wire/shared-gate.ts'
import { ENTITIES } from '../../src/demo/company.ts'
import type { Diagnosis } from '../../src/operating/doctor/examine.ts'
import { makeNextKey, takeNextKey } from '../../src/platform/crypto/next-key.ts'
import { makeSecretKey } from '../../src/platform/crypto/secret-key.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { defineJob } from '../../src/platform/jobs/definition.ts'
import { enqueue } from '../../src/platform/jobs/enqueue.ts'
import { installJobs } from '../../src/platform/jobs/queues.ts'
import { begin } from '../importing.ts'
import { openSmallDisk } from '../small-disk.ts'
import { createWorld, SECRET_KEY } from '../world.ts'
import { commandsOn } from './run.ts'

const world = await createWorld({ simulator: true })
const { db } = world
const { data_dir, run } = await commandsOn(world)
const SOUND = { SECRET_KEY, PUBLIC_URL: 'https://lulus.example', SMTP_URL: 'smtp://mail.lulus.example' }
const anchors = join(data_dir, 'anchors')
const [KINABALU, OTHER] = [ENTITIES.kinabalu.tin_no, 'C20935518040']
const job = defineJob({ name: 'tests.late', payload: z.object({}) })

const examined = async (env: NodeJS.ProcessEnv) => {
  const { code, out } = await run(['doctor', '--json'], env)
  const { healthy, findings }: Diagnosis = JSON.parse(out)
  return { code, healthy, findings, states: Object.fromEntries(findings.map(({ id, state }) => [id, state])) }
}

/** A verification that ended so many days ago; undefined: it broke off. */
const verified = (verdict: { intact: boolean } | undefined, days = 0) =>
  sql`INSERT INTO verification_runs (begun_at, begun_by, state, ended_at, verdict)
    VALUES (now() - ${days} * interval '1 day', 'Lulus', ${verdict ? 'done' : 'broken_off'},
      now() - ${days} * interval '1 day', ${verdict && JSON.stringify(verdict)})`.execute(db)

test('finds nothing that fails where all is sound, each thing seen and then each fault of many', async () => {
  await sql`INSERT INTO worker_signs (seen_at) VALUES (clock_timestamp())
    ON CONFLICT (is_one) DO UPDATE SET seen_at = excluded.seen_at`.execute(db)
  await mkdir(anchors)
  await writeFile(join(anchors, `${malaysianDate(new Date())}.json`), '{}')
  await verified({ intact: true })
  const sound = await examined(SOUND)
  const { disk_room, ...others } = sound.states
  // How much room there is on this machine is its own matter.
  expect(['ok', 'warn', 'fail']).toContain(disk_room)
  const usual = [
    'data_dir',
    'secret_key_file',
    'other_keys',
    'public_url',
    'audit_anchor',
    'audit_chain',
    'backup',
    'database',
    'collation',
    'clock',
  ]
  const asked = [
    ...['secret_key', 'worker', 'queues', 'certificates', 'authority', 'authority_clock', 'mails'],
    ...['demo_accounts', 'files'],
  ]
  expect(others).toEqual(Object.fromEntries([...usual, ...asked].map((id) => [id, 'ok'])))
  expect([sound.code, sound.healthy]).toEqual(disk_room === 'fail' ? [1, false] : [0, true])

  await breakAll()
  const { code, healthy, findings, states } = await examined({ SECRET_KEY: 'ab'.repeat(32) })
  expect([code, healthy]).toEqual([1, false])
  expect(states).toMatchObject({
    ...{ public_url: 'warn', audit_anchor: 'fail', database: 'ok', secret_key: 'fail', worker: 'fail' },
    ...{ queues: 'fail', certificates: 'fail', authority: 'warn', mails: 'fail', files: 'fail' },
  })
  expect(findings.filter(({ state, mend }) => state !== 'ok' && !mend)).toEqual([])
  const late = findings.find(({ id }) => id === 'queues')
  expect(late?.words).toContain('tests.late (1, 180 minutes)')
})

test('warns of keys that lie on beside that of now, and of a change that was not ended', async () => {
  const told = async () => (await examined(SOUND)).findings.find(({ id }) => id === 'other_keys')
  const where = { data_dir }
  makeSecretKey({ data_dir, secret_key: undefined })
  for (const day of ['2026-11-30', '2026-12-01']) {
    makeNextKey(where)
    takeNextKey(where, new Date(day))
  }
  expect(await told()).toMatchObject({ state: 'warn', words: expect.stringContaining('until-2026-11-30') })
  expect((await told())?.words).toMatch(/: 2\.$/)
  makeNextKey(where)
  expect(await told()).toMatchObject({ state: 'warn', mend: expect.stringContaining('secrets rotate') })
  for (const name of await readdir(data_dir))
    if (name.startsWith('secret.key')) await rm(join(data_dir, name))
})

test('fails over a certificate that is not the company’s any more', async () => {
  const rename = (tin_no: string) =>
    sql`UPDATE sender_entities SET tin_no = ${tin_no}
      WHERE id = ${world.company.entities.kinabalu}`.execute(db)
  await sql`UPDATE entity_certificates SET not_after = now() + interval '300 days'`.execute(db)
  await rename(OTHER)
  const found = (await examined(SOUND)).findings.find(({ id }) => id === 'certificates')
  await rename(KINABALU)
  expect(found).toMatchObject({
    state: 'fail',
    words: expect.stringContaining(
      `The certificate is for TIN ${KINABALU}; the TIN of this company is ${OTHER}.`,
    ),
  })
})

test('fails over credentials that act for another company, whichever version it sends', async () => {
  const actFor = (on_behalf_of: string, document_version: string) =>
    sql`WITH company AS (UPDATE sender_entities SET document_version = ${document_version}
        WHERE id = ${world.company.entities.kinabalu} RETURNING id)
      UPDATE entity_secrets SET on_behalf_of = ${on_behalf_of}
      WHERE sender_entity_id = (SELECT id FROM company)`.execute(db)
  const found = async () => (await examined(SOUND)).findings.find(({ id }) => id === 'certificates')
  await sql`UPDATE entity_certificates SET not_after = now() + interval '300 days'`.execute(db)
  await actFor(OTHER, '1.0')
  const first = await found()
  await actFor(`${OTHER}:202001234567`, '1.1')
  const second = await found()
  await actFor(KINABALU, '1.0')
  const own = await found()
  await actFor('', '1.1')
  const fault = {
    ...{ state: 'fail', mend: expect.stringContaining('credentials') },
    words: expect.stringContaining(`act for TIN ${OTHER}; the TIN of this company is ${KINABALU}.`),
  }
  expect([first, second]).toMatchObject([fault, fault])
  expect(own).toMatchObject({ state: 'ok' })
})

test('warns of demo accounts beside a company of one’s own, and fails once that sends to Production', async () => {
  const found = async () => (await examined(SOUND)).findings.find(({ id }) => id === 'demo_accounts')
  const own = (is_demo: boolean, environment: string) =>
    sql`UPDATE sender_entities
    SET is_demo = ${is_demo}, environment = ${environment} WHERE tin_no = ${KINABALU}`.execute(db)
  expect(await found()).toMatchObject({ state: 'ok' })
  await own(false, 'preprod')
  expect(await found()).toMatchObject({
    state: 'warn',
    mend: expect.stringMatching(/Demo Data.*User Management/),
  })
  await own(false, 'prod')
  expect(await found()).toMatchObject({
    state: 'fail',
    words: expect.stringContaining('devi@lulus.example'),
  })
  await sql`UPDATE users SET is_active = false WHERE is_demo`.execute(db)
  expect(await found()).toMatchObject({ state: 'ok' })
  await sql`UPDATE users SET is_active = true WHERE is_demo`.execute(db)
  await own(true, 'simulator')
})

test('one address that a mail server refuses is looked at soon; several, or another reason, fail', async () => {
  const add = (to: string, why: string) =>
    sql`INSERT INTO unsent_mails VALUES (gen_random_uuid(), 'reports.mail', ${to}, 'A report', ${why},
      3, now() - interval '1 hour', now() - interval '1 minute', true)`.execute(db)
  const found = async () => (await examined(SOUND)).states.mails
  const refused = 'The mail server refuses the address of the sender or of the recipient (EENVELOPE 550).'
  await sql`DELETE FROM unsent_mails`.execute(db)
  await add('siti@lulus.exmple', refused)
  await add('siti@lulus.exmple', refused)
  expect(await found()).toBe('warn')
  await add('bakri@lulus.example', refused)
  expect(await found()).toBe('fail')
  await sql`DELETE FROM unsent_mails`.execute(db)
  await add(
    'siti@lulus.example',
    'The mail server does not answer, or its certificate does not hold (ESOCKET).',
  )
  expect(await found()).toBe('fail')
})

test('holds the clock of this machine against that of LHDN, which every answer tells', async () => {
  const found = async (behind_s: number) => {
    const other = createServer((_, answer) => {
      answer.setHeader('date', new Date(Date.now() - behind_s * 1000).toUTCString())
      answer.writeHead(404).end()
    }).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo // it listens on a port
    const env = { ...SOUND, SIMULATOR_URL: `http://127.0.0.1:${port}` }
    const told = (await examined(env)).findings.find(({ id }) => id === 'authority_clock')
    other.close()
    return told
  }
  expect((await found(0))?.state).toBe('ok')
  expect((await found(20))?.state).toBe('warn')
  expect(await found(120)).toMatchObject({
    state: 'fail',
    words: expect.stringMatching(/seconds ahead of simulator/),
  })
  expect((await found(-300))?.state).toBe('warn')
})

test('says in words what it found, and what mends it', async () => {
  const { code, out } = await run(['doctor'], { ...SOUND, DATABASE_URL: 'postgres://127.0.0.1:9/x' })
  expect(code).toBe(1)
  expect(out).toMatch(/^FAIL {2}database +.*\n +See that the database runs/m)
  expect(out).toMatch(/^OK {4}public_url /m)
  expect(out.trimEnd()).toMatch(/Something fails\.$/)
})

test('says of a chain that is not anchored what is wrong, and how old the installation is', async () => {
  const found = async () => (await examined(SOUND)).findings.find(({ id }) => id === 'audit_anchor')
  const ahead = new Date(Date.now() + 300 * DAY_MS)
  await writeFile(join(anchors, `${malaysianDate(ahead)}.json`), '{}')
  expect(await found()).toMatchObject({ state: 'fail', words: expect.stringContaining('comes in 300 days') })
  await rm(anchors, { recursive: true })
  await sql`UPDATE users SET created_at = now()`.execute(db)
  expect(await found()).toMatchObject({ state: 'warn' })
  await sql`UPDATE users SET created_at = now() - interval '3 days'`.execute(db)
  expect(await found()).toMatchObject({ state: 'fail' })
})

test('says how the last verification of the audit chain came out, whatever was begun since', async () => {
  const found = async () => (await examined(SOUND)).findings.find(({ id }) => id === 'audit_chain')
  expect(await found()).toMatchObject({ state: 'ok', words: expect.stringMatching(/, intact\.$/) })
  await verified({ intact: false })
  await sql`INSERT INTO verification_runs (begun_at, begun_by, state) VALUES (now(), 'Lulus', 'waiting')`.execute(
    db,
  )
  expect(await found()).toMatchObject({ state: 'fail', words: expect.stringContaining('not intact') })
  await verified(undefined)
  expect(await found()).toMatchObject({ state: 'fail', words: expect.stringContaining('broke off') })
  await sql`DELETE FROM verification_runs`.execute(db)
  expect(await found()).toMatchObject({ state: 'ok' })
  await sql`UPDATE users SET created_at = now() - interval '10 days'`.execute(db)
  expect(await found()).toMatchObject({ state: 'warn' })
  await verified({ intact: true }, 9)
  expect(await found()).toMatchObject({ state: 'warn', words: expect.stringContaining('9 days') })
})

test('knows a database that a newer version made, and does nothing to it', async () => {
  await sql`INSERT INTO schema_file VALUES ('9999-later', 'x')`.execute(db)
  const told = (await examined(SOUND)).findings.find(({ id }) => id === 'database')
  const other = await run(['users', 'list'])
  await sql`DELETE FROM schema_file WHERE name = '9999-later'`.execute(db)
  expect(told).toMatchObject({
    state: 'fail',
    words: expect.stringContaining('9999-later, which this version lacks'),
  })
  expect(other).toMatchObject({ code: 2, told: expect.stringContaining('9999-later') })
})

test('looks at the disk of each thing that grows, wherever it lies', async () => {
  const disk = openSmallDisk(50)
  const folder = disk?.folder ?? join(data_dir, 'far')
  if (!disk) await mkdir(folder)
  await symlink(folder, join(data_dir, 'postgres'))
  const env = { ...SOUND, DATABASE_URL: '' }
  const told = (await examined(env)).findings.find(({ id }) => id === 'disk_room')
  await rm(join(data_dir, 'postgres'))
  expect(told?.words).toContain(`GB for ${folder}`)
  // Where this user may mount one, the small disk is the scarcest.
  if (disk) expect(told).toMatchObject({ state: 'fail', mend: expect.stringContaining(folder) })
})

test('makes no database where there is none', async () => {
  const empty = join(data_dir, 'empty')
  await mkdir(empty)
  const { code, out } = await run(['doctor'], { ...SOUND, DATABASE_URL: '', DATA_DIR: empty })
  expect(code).toBe(1)
  expect(out).toMatch(/^FAIL {2}database +There is no database in/m)
  const other = await run(['users', 'list'], { DATABASE_URL: '', DATA_DIR: empty })
  expect(other).toMatchObject({ code: 2, told: expect.stringContaining('no DATABASE_URL') })
  expect(await readdir(empty)).toEqual([])
})

const breakAll = async () => {
  await sql`UPDATE worker_signs SET seen_at = clock_timestamp() - interval '1 hour'`.execute(db)
  await rm(anchors, { recursive: true })
  await mkdir(anchors)
  await writeFile(join(anchors, '2026-01-01.json'), '{}')
  await installJobs(db, [job])
  await inTransaction(db, (tx) => enqueue(tx, job, {}))
  await sql`UPDATE pgboss.job SET start_after = now() - interval '3 hours' WHERE name = ${job.name}`.execute(
    db,
  )
  await sql`UPDATE entity_certificates SET not_after = now() + interval '3 days'`.execute(db)
  const gate = sharedGate({ db, box: world.box, sleep: async () => {}, spacing: () => 0 })
  for (let i = 0; i < 4; i++) await gate.report('client', 'submit', 'simulator', 'HTTP 503')
  await sql`INSERT INTO unsent_mails VALUES (gen_random_uuid(), 'reports.mail', 'siti@lulus.example', 'A report',
    'Why.', 3, now() - interval '1 hour', now() - interval '1 minute', false)`.execute(db)
  // Its file lies in the folder of the world, and not in that of the command.
  expect((await begin(world, 'aminah', 'invoice_number,total\nA-1,1\n')).status).toBeLessThan(300)
}
