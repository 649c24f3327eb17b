import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { writeAnchor } from '../../src/evidence/anchor.job.ts'
import { anchorObjects } from '../../src/evidence/anchor-objects.ts'
import { sealEvents } from '../../src/logs/audit-log.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { startObjectStore } from '../../src/platform/objects/fixtures/object-store.ts'
import { openObjects } from '../../src/platform/objects/objects.ts'
import { addressOf } from '../database.ts'
import { seeded } from '../simulation/random.ts'
import { BARE_ENV } from '../start/bare-env.ts'
import { createWorld } from '../world.ts'
import { addEvents } from './chained-world.ts'

const CLI = join(import.meta.dirname, '../../src/cli.ts')
const world = await createWorld()
await inTransaction(world.db, (tx) => addEvents(tx, seeded(1), [null, world.company.entities.kinabalu]))
const data_dir = await mkdtemp(join(tmpdir(), 'lulus-command-'))
afterAll(() => rm(data_dir, { recursive: true }))

const run = (args: readonly string[], more: NodeJS.ProcessEnv = {}) =>
  new Promise<{ code: unknown; out: string; told: string }>((resolve) => {
    const env = {
      ...BARE_ENV,
      DATABASE_URL: addressOf(world.connection),
      DATA_DIR: data_dir,
      ...more,
    }
    execFile(process.execPath, [CLI, ...args], { env }, (error, out, told) =>
      resolve({ code: error ? error.code : 0, out, told }),
    )
  })

test('ends with 0 and says how far an intact chain is vouched for', async () => {
  expect(await run(['audit', 'verify'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Intact: .* Without an anchor/),
  })
  await writeAnchor({ ...world, ...world.outlets, now: world.clock.now() })
  const dir = join(world.files_dir, 'anchors')
  const { code, out } = await run(['audit', 'verify', '--json', '--anchors', dir])
  expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 0, intact: true, checked: { anchors: 1 } })
})

test('holds the anchors in the object store against those in the folder', async () => {
  const store = await startObjectStore()
  const { url, access_key_id, secret_access_key, region } = store.reached
  const keys = { S3_ACCESS_KEY_ID: access_key_id, S3_SECRET_ACCESS_KEY: secret_access_key, S3_REGION: region }
  const dir = join(world.files_dir, 'anchors')
  const verify = (more = {}) => run(['audit', 'verify', '--anchors', dir], { S3_URL: url, ...keys, ...more })
  await anchorObjects(openObjects(store.reached)).add({ file: '2026-07-15.json', text: '{}' })
  expect(await verify()).toMatchObject({
    code: 1,
    out: expect.stringContaining('2026-07-15.json was altered'),
  })
  const away = await verify({ S3_SECRET_ACCESS_KEY: 'hunter2' })
  expect(away).toMatchObject({
    code: 2,
    told: expect.stringContaining('The object store cannot be used: 403'),
  })
  expect(away.told).not.toContain('hunter2')
  await store.stop()
})

test('ends with 1 and names the first row that is not as it was', async () => {
  const { rows } = await sql<{ nr: string }>`
    UPDATE audit_events SET new_value = 'Tipu' WHERE nr = (SELECT min(nr) FROM audit_events) RETURNING nr`.execute(
    world.db,
  )
  const { code, out } = await run(['audit', 'verify'])
  expect({ code, out }).toEqual({
    code: 1,
    out: expect.stringContaining(`BROKEN: audit_events ${rows[0]?.nr} was altered`),
  })
})

test.each([
  [['audit'], {}, 'Usage: npm run lulus -- audit verify'],
  [['audit', 'verify', '--deep'], {}, 'Usage: npm run lulus -- audit verify'],
  [['secrets', 'forget', 'C25845632020'], {}, 'Usage: npm run lulus -- audit verify'],
  [['comparisons', 'skip', 'C25845632020', 'too'], {}, 'Usage: npm run lulus -- audit verify'],
  [['audit', 'verify'], { DATABASE_URL: 'postgres://127.0.0.1:9/x' }, 'nothing answers at 127.0.0.1:9'],
])('ends with 2 when %j cannot be done (%j)', async (args, env, why) => {
  expect(await run(args, env)).toMatchObject({ code: 2, out: '', told: expect.stringContaining(why) })
})

test('what is to be compared can be asked of one company', async () => {
  expect(await run(['comparisons', 'skip', 'C25845632020'])).toMatchObject({
    code: 0,
    out: 'Nothing is to be compared with LHDN of a company with the TIN C25845632020.\n',
  })
})

test('an exported log is judged by the file alone, and the first bad line is told', async () => {
  const by = { db: world.db, caller: await world.callerOf('devi'), now: world.clock.now() }
  const { content } = await sealEvents(by, {})
  const whole = await text(content as Readable)
  const file = join(data_dir, 'audit_logs.jsonl')
  await writeFile(file, whole)
  const alone = { DATABASE_URL: 'postgres://nowhere:1/none' }
  expect(await run(['audit', 'verify', file], alone)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Intact: \d+ events, SHA-256 [0-9a-f]{64}\.\n$/),
  })
  const lines = whole.split('\n')
  await writeFile(
    file,
    [...lines.slice(0, 2), lines[2]?.replace('"action":"', '"action":"X'), ...lines.slice(3)].join('\n'),
  )
  expect(await run(['audit', 'verify', file], alone)).toMatchObject({
    code: 1,
    out: expect.stringContaining('BROKEN at line 3'),
  })
  expect(await run(['audit', 'verify', join(data_dir, 'none.jsonl')], alone)).toMatchObject({ code: 2 })
})
