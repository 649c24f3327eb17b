import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { secretBox } from '../../src/platform/crypto/secret-box.ts'
import { demandSecretKey, opensAll, readSealed } from '../../src/secrets/key.ts'
import { rotateKey } from '../../src/secrets/rotate.ts'
import { createWorld, SECRET_KEY } from '../world.ts'
import { commandsOn } from './run.ts'

const world = await createWorld({ simulator: true })
const { data_dir, run } = await commandsOn(world)
const key_file = join(data_dir, 'secret.key')
const OTHER_KEY = '1d'.repeat(32)

const keyNow = async () => (await readFile(key_file, 'utf8')).trim()
const opens = async (key: string) => opensAll(secretBox(key), await readSealed(world.db))
const rotate = (more: NodeJS.ProcessEnv = {}) => run(['secrets', 'rotate', '--yes'], more)

/** The key that opens what is sealed now lies in the data folder. */
let key = SECRET_KEY
beforeEach(() => writeFile(key_file, `${key}\n`, { mode: 0o600 }))

test('the key of the data folder is replaced, and the former one is kept beside it', async () => {
  const asked = await run(['secrets', 'rotate'])
  expect(asked).toMatchObject({ code: 0, out: expect.stringContaining('Nothing was changed.') })
  expect([await keyNow(), await opens(key)]).toEqual([key, true])
  expect(await readdir(data_dir)).toEqual(['secret.key'])

  const { code, out } = await rotate()
  expect(code).toBe(0)
  expect(out).toMatch(/^Sealed with another key: credentials 2, certificates 2, webhooks 0, settings 0\. /)
  const [former = '', ...others] = (await readdir(data_dir)).filter((name) => name !== 'secret.key')
  expect(others).toEqual([])
  expect(out).toContain(former)
  expect((await readFile(join(data_dir, former), 'utf8')).trim()).toBe(key)
  expect((await stat(key_file)).mode & 0o777).toBe(0o600)
  expect(await opens(key)).toBe(false)
  key = await keyNow()
  expect(await opens(key)).toBe(true)
  expect(out).not.toContain(key)
})

test('cut off before the files are changed it does not start, and is finished by the same words', async () => {
  await writeFile(join(data_dir, 'secret.key.next'), `${OTHER_KEY}\n`, { mode: 0o600 })
  await rotateKey({ db: world.db, former_key: key, secret_key: OTHER_KEY, now: world.clock.now() })
  const start = demandSecretKey(world.db, { secret_key: undefined, data_dir })
  await expect(start).rejects.toThrow(/secrets rotate --yes$/)
  key = OTHER_KEY
  expect(await rotate()).toMatchObject({ code: 0, out: expect.stringMatching(/^All was sealed already\./) })
  expect([await keyNow(), await opens(OTHER_KEY)]).toEqual([OTHER_KEY, true])
  expect(await readdir(data_dir)).not.toContain('secret.key.next')
})

test('a key of the environment is replaced by another of it, which is told nowhere', async () => {
  expect(await rotate({ SECRET_KEY: key })).toMatchObject({
    ...{ code: 2, told: expect.stringContaining('give the one that is to take its place as NEW_SECRET_KEY') },
  })
  const NEW_SECRET_KEY = 'ab'.repeat(32)
  const { code, out } = await rotate({ SECRET_KEY: key, NEW_SECRET_KEY })
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('Now give SECRET_KEY') })
  expect(out).not.toContain(NEW_SECRET_KEY)
  const former = key
  key = NEW_SECRET_KEY
  expect([await opens(key), await keyNow()]).toEqual([true, former])
  expect(await rotate({ SECRET_KEY: former, NEW_SECRET_KEY })).toMatchObject({
    ...{ code: 0, out: expect.stringMatching(/^All was sealed already\. Now give SECRET_KEY/) },
  })
})

test('nothing is changed while Lulus runs, nor with a key that is not the right one', async () => {
  const client = new Client({ ...world.connection, application_name: 'lulus jobs' })
  await client.connect()
  expect(await rotate()).toMatchObject({
    code: 1,
    told: expect.stringContaining('Lulus runs on this database.'),
  })
  await client.end()
  expect(await rotate({ SECRET_KEY: '0f'.repeat(32), NEW_SECRET_KEY: OTHER_KEY })).toMatchObject({
    ...{ code: 2, told: expect.stringContaining('does not open what is sealed') },
  })
  expect(await opens(key)).toBe(true)
})
