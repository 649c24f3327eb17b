import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { seedCompany } from '../../src/demo/seed-company.ts'
import { storeCredentials } from '../../src/entities/access/secrets.ts'
import { secretBox } from '../../src/platform/crypto/secret-box.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { addressOf, testDatabase } from '../database.ts'
import { freePort } from '../free-port.ts'
import { databaseOf } from '../global-setup.ts'
import { NOON, SECRET_KEY } from '../world.ts'
import { BARE_ENV } from './bare-env.ts'

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname
const folder = await mkdtemp(join(tmpdir(), 'lulus-start-'))
await chmod(folder, 0o755)
afterAll(() => rm(folder, { recursive: true }))
const database = await testDatabase()
const database_url = addressOf(database.connection)

let running: ChildProcess | undefined
afterEach(() => running?.kill('SIGKILL'))

/** What a start that must fail says on stderr, and with which code it ends. */
const refusal = async (env: NodeJS.ProcessEnv, as: { uid?: number; gid?: number } = {}) => {
  // Somebody may run the portal on this machine.
  const place = { PORT: String(await freePort()), DATABASE_URL: database_url }
  const child = spawn(process.execPath, [MAIN], {
    env: { ...BARE_ENV, LOG_LEVEL: 'silent', SECRET_KEY, ...place, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...as,
  })
  running = child
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { said: said.trim(), code }
}

/** One sentence or two, no stack, no secret; the code tells whoever started it that trying again will not help. */
const expectRefusal = async (env: NodeJS.ProcessEnv, sentence: RegExp, as = {}) => {
  const { said, code } = await refusal(env, as)
  expect(said).toMatch(sentence)
  expect(said.split('\n')).toHaveLength(1)
  expect(said).not.toMatch(/\bat .*:\d+:\d+|Error:|hunter2/)
  expect(code).toBe(78)
}

describe('a start that cannot be', { timeout: 120_000 }, () => {
  it('names a variable with a value that cannot be used', () =>
    expectRefusal({ PORT: 'abc' }, /^PORT must be a whole number from 1 to 65535\.$/))

  it('names what an object store lacks, and none of its keys', () =>
    expectRefusal(
      { S3_URL: 'https://s3.example.com/lulus', S3_SECRET_ACCESS_KEY: 'hunter2' },
      /^S3_URL, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together\.$/,
    ))

  it('names a host of the database that does not exist', () =>
    expectRefusal(
      { DATABASE_URL: 'postgres://lulus:hunter2@no-such-host.invalid/lulus' },
      /^DATABASE_URL names the host no-such-host\.invalid, which cannot be found\. Correct the address\.$/,
    ))

  it('names an address where no database listens', () =>
    expectRefusal(
      { DATABASE_URL: 'postgres://lulus:hunter2@127.0.0.1:9/lulus' },
      /^DATABASE_URL: nothing answers at 127\.0\.0\.1:9\. Start PostgreSQL there, or correct the address\.$/,
    ))

  it('names a database that does not exist', () =>
    expectRefusal(
      { DATABASE_URL: addressOf(databaseOf(database.connection, 'nowhere')) },
      /^DATABASE_URL names the database nowhere, which does not exist\. Create it, or correct the name\.$/,
    ))

  it('names a listener that is no database', async () => {
    const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(
      0,
      '127.0.0.1',
    )
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    await expectRefusal({ DATABASE_URL: `postgres://127.0.0.1:${port}/x` }, /^DATABASE_URL: .*PostgreSQL/)
    server.close()
  })

  it('names a data folder in whose place a file lies', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    const sentence = new RegExp(
      `^DATA_DIR is ${file}, which is a file or lies below one\\. Choose a folder\\.$`,
    )
    await expectRefusal({ DATA_DIR: file, SECRET_KEY: '' }, sentence)
    await expectRefusal(
      { DATA_DIR: join(file, 'deeper'), SECRET_KEY: '' },
      /^DATA_DIR is .*, which is a file or lies below one\./,
    )
  })

  it('names a data folder that cannot be written', async () => {
    const closed = await mkdtemp(join(folder, 'closed-'))
    await chmod(closed, 0o555)
    const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
    const sentence =
      /^DATA_DIR is .*, which this user may not write\. Give it to the user who starts Lulus, or choose another/
    await expectRefusal({ DATA_DIR: join(closed, 'data'), SECRET_KEY: '' }, sentence, nobody)
  })

  it('names a database of its own that is gone', async () => {
    const data_dir = await mkdtemp(join(folder, 'moved-'))
    await symlink(join(folder, 'nowhere'), join(data_dir, 'postgres'))
    await expectRefusal(
      { DATA_DIR: data_dir, DATABASE_URL: '' },
      /points to a folder that is gone: bring it back\.$/,
    )
  })

  it('names a port that is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    await expectRefusal(
      { PORT: String(port), HOST: '127.0.0.1' },
      /^PORT \d+ is in use\. Choose another with PORT\.$/,
    )
    server.close()
  })

  it('names a host that is no address of this machine', () =>
    expectRefusal({ PORT: '18080', HOST: '192.0.2.1' }, /^HOST 192\.0\.2\.1 is no address of this machine\./))

  it('names a key that did not seal the secrets in the database', async () => {
    await inTransaction(database.db, async (tx) => {
      const { entities } = await seedCompany(tx, '', NOON)
      const place = { sender_entity_id: entities.kinabalu, environment: 'simulator' as const }
      const credentials = { ...place, client_id: 'a', client_secret: 'b', now: NOON }
      await storeCredentials(tx, secretBox(SECRET_KEY), credentials)
    })
    await expectRefusal(
      { SECRET_KEY: 'ab'.repeat(32) },
      /^SECRET_KEY is not the key with which the secrets in this database were sealed\. Restore the key/,
    )
  })

  it('makes no key where the database holds what another one sealed', async () => {
    const data_dir = await mkdtemp(join(folder, 'without-key-'))
    await expectRefusal(
      { SECRET_KEY: '', DATA_DIR: data_dir },
      /secret\.key is missing, with which .* were sealed\. Restore it .* for good, .* secrets forget\.$/,
    )
    expect(await readdir(data_dir)).toEqual([])
  })
})
