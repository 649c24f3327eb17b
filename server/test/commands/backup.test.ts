import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { globSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#domain/time/units.ts'
import { compare } from '../../src/documents/comparing/compare.job.ts'
import { sendAll } from '../../src/documents/comparing/fixtures/restoring.ts'
import { recognise } from '../../src/documents/comparing/recognise.job.ts'
import { giveSign } from '../../src/documents/comparing/silence.ts'
import { writeAnchor } from '../../src/evidence/anchor.job.ts'
import { anchorFolder } from '../../src/evidence/anchor-folder.ts'
import { type BackupRecord, demandBackup } from '../../src/operating/backup/record.ts'
import { sha256Hex } from '../../src/platform/crypto/digest.ts'
import { connectTo } from '../../src/platform/db/database.ts'
import { startEmbedded } from '../../src/platform/db/embedded/supervisor.ts'
import { openLog } from '../../src/platform/log/log.ts'
import { buildDocument, documentOf } from '../build.ts'
import { atEnd } from '../ending/at-end.ts'
import { makeTemplate } from '../global-setup.ts'
import { ledgerOf } from '../simulator.ts'
import { createWorld, SECRET_KEY, type World } from '../world.ts'
import { CLI, commandsOn } from './run.ts'

const log = openLog('silent')
const parent = await mkdtemp(join(tmpdir(), 'lulus-backup-'))
// Run by root, the database has a user of its own, who must get in.
await chmod(parent, 0o755)
const data_dir = join(parent, 'data')
const backup_dir = join(parent, 'backups')
const root = join(data_dir, 'postgres')
const anchors = anchorFolder(join(data_dir, 'anchors'))
const upload = join(data_dir, 'files/imports/one.csv')

const open = () => startEmbedded({ data_dir, log, throw_away: true })
await mkdir(data_dir)
let embedded = await open()
const start = async () => {
  embedded = await open()
}
const database = connectTo(embedded.connection, { pool_max: 5, log })
await makeTemplate(database.db)
atEnd(async () => {
  await database.close()
  await embedded.stop()
  await rm(parent, { recursive: true, force: true })
})
const world: World = await createWorld({ simulator: true, database })
const { run: runOn } = await commandsOn(world)

const SETTINGS = { DATABASE_URL: '', DATA_DIR: data_dir, BACKUP_DIR: backup_dir, SECRET_KEY }
const run = (args: string, more: NodeJS.ProcessEnv = {}) => runOn(args.split(' '), { ...SETTINGS, ...more })

/** Backs up, and answers the name. */
const backUp = async () => {
  const { code, out, told } = await run('backup')
  expect({ code, told }).toEqual({ code: 0, told: '' })
  return /lulus-\d{8}T\d{6}Z/.exec(out)?.[0] ?? ''
}

/** What is there beside the places themselves. */
const leftovers = () =>
  globSync(['*', 'postgres/*', 'anchors/*'], { cwd: data_dir })
    .filter((name) => /restor|draft|before-|undone-|after-|returning-/.test(name))
    .toSorted()

const writeUpload = async (text: string) => {
  await mkdir(join(upload, '..'), { recursive: true })
  writeFileSync(upload, text)
}

const anchorAfter = (days: number) =>
  writeAnchor({
    ...{ db: world.db, log, anchors, anchor_mail_to: undefined },
    now: new Date(world.clock.now().getTime() + days * DAY_MS),
  })

describe('a backup that is put back', { timeout: 240_000 }, () => {
  let name = ''
  let sent: Awaited<ReturnType<typeof buildDocument>>

  beforeAll(async () => {
    await giveSign(world.engine)
    sent = await buildDocument(world, { status: 'Approved' })
    await writeUpload('before')
    await anchorAfter(0)
    await run('users login-link devi@lulus.example')
  }, 240_000)

  test('is made while documents are written, and listed as of this version', async () => {
    let over = false
    const writing = (async () => {
      while (!over) await buildDocument(world)
    })()
    name = await backUp()
    over = true
    await writing
    const { code, out } = await run('backup list')
    expect(code).toBe(0)
    expect(out).toMatch(new RegExp(`^= {2}${name} .* of this version\n$`))
    expect(await run('backup verify '.concat(name))).toMatchObject({ code: 0 })
    expect(readdirSync(join(backup_dir, name)).toSorted()).toEqual([
      'anchors',
      'backup.json',
      'base.tar.gz',
      'files',
    ])
  })

  test('is refused while Lulus runs, and without a yes nothing is done', async () => {
    expect(await run(`restore ${name}`)).toMatchObject({
      code: 0,
      out: expect.stringContaining('Nothing was changed.'),
    })
    expect(await run(`restore ${name} --yes`)).toMatchObject({
      code: 2,
      told: expect.stringMatching(/^Lulus runs on .*Stop it first[^\n]*\n$/),
    })
    expect(leftovers()).toEqual([])
    expect((await documentOf(world, sent.id)).status).toBe('Approved')
  })

  test('within the minute is compared with LHDN before anything is sent, and nobody is signed in', async () => {
    expect((await sendAll(world, sent.id)).status).toBe('Validated')
    await writeUpload('after')
    await anchorAfter(1)
    await embedded.stop()
    const restored = await run(`restore ${name} --yes`)
    expect(restored).toMatchObject({ code: 0, told: '', out: expect.stringContaining('is put back') })
    await start()

    const entrances = sql`SELECT user_id FROM sessions
      UNION ALL SELECT user_id FROM password_resets WHERE used_at IS NULL`
    expect((await entrances.execute(world.db)).rows).toEqual([])
    expect((await documentOf(world, sent.id)).status).toBe('Approved')
    expect(readFileSync(upload, 'utf8')).toBe('before')
    expect((await sendAll(world, sent.id)).status).toBe('Approved')
    await giveSign(world.engine)
    await compare(world.engine)
    expect((await sendAll(world, sent.id)).status).toBe('OnHold')
    await recognise(world.engine, { sender_entity_id: sent.sender_entity_id, document_id: sent.id })
    expect((await sendAll(world, sent.id)).status).toBe('Validated')
    expect(await ledgerOf(world, sent.invoice_number)).toHaveLength(1)
  })

  test('has an audit chain that is whole, and says that it was put back', async () => {
    expect(await run('audit verify')).toMatchObject({ code: 0, out: expect.stringContaining('1 anchors') })
    const { rows } = await sql<{ actor_name: string; new_value: string }>`
      SELECT actor_name, new_value FROM audit_events WHERE target_id = 'database' AND field = 'restored'`.execute(
      world.db,
    )
    const of_then = expect.stringMatching(/^from the backup of \d{4}-/)
    expect(rows).toEqual([{ actor_name: 'Lulus', new_value: of_then }])
  })

  test('can be undone: what was there before is there again, and its later anchors', async () => {
    expect(await run('restore undo')).toMatchObject({
      code: 2,
      told: expect.stringContaining('Stop it first'),
    })
    await embedded.stop()
    expect(await run('restore undo')).toMatchObject({ code: 0, out: expect.stringContaining('undone-') })
    await start()
    expect((await documentOf(world, sent.id)).status).toBe('Validated')
    expect(readFileSync(upload, 'utf8')).toBe('after')
    expect(await anchors.list()).toHaveLength(2)
    expect(await run('audit verify')).toMatchObject({ code: 0, out: expect.stringContaining('2 anchors') })
    expect(await run('restore undo')).toMatchObject({
      code: 2,
      told: expect.stringMatching(/^Nothing was restored/),
    })
  })
})

test('a backup is put back where there is nothing yet', { timeout: 240_000 }, async () => {
  const name = await backUp()
  const elsewhere = { DATA_DIR: join(parent, 'new') }
  expect(await run(`restore ${name} --yes`, elsewhere)).toMatchObject({ code: 0, told: '' })
  expect(await run('audit verify', elsewhere)).toMatchObject({
    code: 0,
    out: expect.stringContaining('2 anchors'),
  })
  expect(readFileSync(join(parent, 'new/files/imports/one.csv'), 'utf8')).toBe('after')
  expect(await run('restore undo', elsewhere)).toMatchObject({ code: 0 })
  expect(readdirSync(join(parent, 'new/postgres'))).not.toContain('cluster')
})

describe('a backup that cannot be put back leaves all as it was', { timeout: 240_000 }, () => {
  let name = ''
  let copy = ''
  let last: Awaited<ReturnType<typeof buildDocument>>
  let found: string[] = []

  beforeAll(async () => {
    name = await backUp()
    last = await buildDocument(world)
    await embedded.stop()
    found = leftovers()
  }, 240_000)
  beforeEach(async () => {
    copy = join(parent, 'lulus-20260101T000000Z')
    await cp(join(backup_dir, name), copy, { recursive: true })
  })
  afterEach(() => rm(copy, { recursive: true }))

  /** Changes the record of the copy, as `change` has it. */
  const rewrite = async (change: (record: BackupRecord) => object) => {
    const { record } = await demandBackup(copy)
    writeFileSync(join(copy, 'backup.json'), JSON.stringify(change(record)))
  }
  const archive = () => join(copy, 'base.tar.gz')

  const SPOILED: [string, RegExp, () => unknown, NodeJS.ProcessEnv?][] = [
    [
      'a byte of it is another one',
      /base\.tar\.gz is not what was backed up/,
      () => {
        const bytes = readFileSync(archive())
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
        writeFileSync(archive(), bytes)
      },
    ],
    [
      'it is cut short, and was so when it was recorded',
      /base\.tar\.gz cannot be unpacked/,
      () => {
        truncateSync(archive(), 1_000_000)
        const bytes = readFileSync(archive())
        const own = { path: 'base.tar.gz', bytes: bytes.length, sha256: sha256Hex(bytes) }
        return rewrite((record) => ({ ...record, files: [own] }))
      },
    ],
    [
      'an anchor of it names a link that the database has not',
      /^The audit chain of the backup is broken: .*/,
      () => {
        const path = 'anchors/2026-07-15.json'
        const head = { chain: randomUUID(), strand: randomUUID(), seq: '1', hash: 'ab'.repeat(32) }
        const text = JSON.stringify({
          anchor: 1,
          at: '2026-07-15T04:00:00.000Z',
          previous: null,
          heads: [head],
        })
        writeFileSync(join(copy, path), text)
        const changed = { path, bytes: text.length, sha256: sha256Hex(text) }
        return rewrite((record) => ({
          ...record,
          files: [...record.files.filter((file) => file.path !== path), changed],
        }))
      },
    ],
    [
      'it is of a newer version',
      /is of Lulus .*, which is newer: put it back with that/,
      () => rewrite((record) => ({ ...record, migrations: ['9999-later'] })),
    ],
    ['it has no record', /There is no whole backup in/, () => rm(join(copy, 'backup.json'))],
    [
      'the key is another one',
      /SECRET_KEY is not the key of/,
      () => undefined,
      { SECRET_KEY: 'ab'.repeat(32) },
    ],
    [
      'its key is not here',
      /There is no key in .*secret\.key\. Bring that of the backup/,
      () => undefined,
      { SECRET_KEY: '' },
    ],
    [
      'the database is an external one',
      /^DATABASE_URL is set: an external PostgreSQL .*docs\/backup\.md/,
      () => undefined,
      { DATABASE_URL: 'postgres://127.0.0.1:9/x' },
    ],
  ]

  test.each(SPOILED)('where %s', async (_, why, spoil, env = {}) => {
    await spoil()
    const { code, out, told } = await run(`restore ${copy} --yes`, env)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(told).toMatch(why)
    expect(told.trimEnd()).not.toContain('\n    at ')
    expect(leftovers()).toEqual(found)
  })

  test.each([
    ['unpacked', 'restoring', 'cluster', 'undo'],
    ['looked at', 'restoring/cluster', 'postmaster.pid', 'undo'],
    ['put in its place', '.', 'cluster.before-', 'undo'],
    ['put in its place', '.', 'cluster.before-', 'again'],
  ])('when it is killed while it is %s (%s/%s), by restore %s', async (_, folder, sign, by) => {
    const child = spawn(process.execPath, [CLI, 'restore', name, '--yes'], {
      env: { PATH: process.env.PATH, ...SETTINGS },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    const isThere = () => globSync(`${join(root, folder, sign)}*`).length > 0
    while (!isThere() && child.exitCode === null) await new Promise(setImmediate)
    child.kill('SIGKILL')
    await ended
    await expect(startEmbedded({ data_dir, log })).rejects.toThrow('npm run lulus -- restore undo')
    if (by === 'undo') {
      expect(await run('restore undo')).toMatchObject({
        code: 0,
        out: expect.stringContaining('as it was before'),
      })
      expect(leftovers()).toEqual(found)
    } else expect(await run(`restore ${name} --yes`)).toMatchObject({ code: 0 })
    await start()
    const { rows } = await sql`SELECT FROM documents WHERE id = ${last.id}`.execute(world.db)
    expect(rows).toHaveLength(by === 'undo' ? 1 : 0)
    await embedded.stop()
  })
})

describe('backups', { timeout: 240_000 }, () => {
  test('of an external database are made otherwise', async () => {
    expect(await run('backup', { DATABASE_URL: 'postgres://127.0.0.1:9/x' })).toMatchObject({
      code: 2,
      told: expect.stringContaining('docs/backup.md'),
    })
  })

  test('stay as many as are to be kept, and what is not ours stays', async () => {
    await start()
    const others = ['lulus-20200101T000000Z', 'lulus-20200102T000000Z']
    for (const other of others) await mkdir(join(backup_dir, other))
    await mkdir(join(backup_dir, 'lulus-20200101T000000Z.draft'))
    const record = JSON.parse(readFileSync(join(backup_dir, await backUp(), 'backup.json'), 'utf8'))
    writeFileSync(
      join(backup_dir, others[0] ?? '', 'backup.json'),
      JSON.stringify({ ...record, key: 'another' }),
    )
    expect(await run('backup', { BACKUP_KEEP: '1' })).toMatchObject({ code: 0 })
    const names = readdirSync(backup_dir).toSorted()
    expect(names.slice(0, 2)).toEqual(others)
    expect(names).toHaveLength(3)
    const { out } = await run('backup list')
    expect(out).toContain('of another secret key than the one at hand')
    expect(out).toContain('?  lulus-20200102T000000Z  cannot be read')
  })
})
