import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, describe, expect, test } from 'vitest'
import { databaseAccount } from './account.ts'
import { makePlace } from './place.ts'

const parent = mkdtempSync(join(tmpdir(), 'lulus-place-'))
chmodSync(parent, 0o755)
afterAll(() => rmSync(parent, { recursive: true }))

const PLACES = 50
const isRoot = process.getuid?.() === 0

test.runIf(isRoot)('no folder is there before it is the database’s', async () => {
  const account = databaseAccount(parent)
  const data_dirs = Array.from({ length: PLACES }, (_, at) => join(parent, String(at)))
  const folders = data_dirs.flatMap((data_dir) => [join(data_dir, 'postgres'), join(data_dir, 'postgres/s')])
  const watcher = new Worker(new URL('./fixtures/first-sight.ts', import.meta.url), { workerData: folders })
  const told = once(watcher, 'message')
  await once(watcher, 'online')
  for (const data_dir of data_dirs) makePlace({ data_dir, account, far_root: join(parent, 'far') })
  const [owners] = await told
  expect(new Set(owners)).toEqual(new Set([account?.uid]))
  expect(readdirSync(data_dirs[0] ?? '')).toEqual(['postgres'])
})

describe.runIf(isRoot)('a database that is there', () => {
  const data_dir = join(parent, 'moved')
  const [root, cluster] = [join(data_dir, 'postgres'), join(data_dir, 'postgres/cluster')]
  const nobody = { uid: 65_534, gid: 65_534 }
  const listed = (...lines: string[]) => {
    const file = join(parent, 'passwd')
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''))
    return file
  }
  const NOBODY = 'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin'
  const POSTGRES = 'postgres:x:105:111:PostgreSQL:/var/lib/postgresql:/bin/bash'
  const place = (account = databaseAccount(data_dir)) =>
    makePlace({ data_dir, account, far_root: join(parent, 'far') })

  test('keeps its owner when an account of PostgreSQL’s own comes to the machine', () => {
    expect(databaseAccount(data_dir, listed(NOBODY, POSTGRES))).toEqual({ uid: 105, gid: 111 })
    place(databaseAccount(data_dir, listed(NOBODY)))
    // The folder alone decides: a first start may have been interrupted.
    expect(databaseAccount(data_dir, listed(NOBODY, POSTGRES))).toEqual(nobody)
    mkdirSync(cluster)
    chownSync(cluster, nobody.uid, nobody.gid)
    expect(databaseAccount(data_dir, listed(NOBODY, POSTGRES))).toEqual(nobody)
    expect(place(databaseAccount(data_dir, listed(POSTGRES)))).toMatchObject({ cluster })
  })

  test('keeps the numbers that its owner had elsewhere', () => {
    for (const folder of [root, cluster, join(root, 's')]) chownSync(folder, 12_345, 12_346)
    expect(databaseAccount(data_dir, listed(NOBODY, POSTGRES))).toEqual({ uid: 12_345, gid: 12_346 })
    expect(place()).toMatchObject({ cluster })
  })

  test('says whose it must be where it was copied without its owners', () => {
    for (const folder of [root, cluster]) chownSync(folder, 0, 0)
    expect(() => place(databaseAccount(data_dir, listed(NOBODY)))).toThrow(
      `${cluster} belongs to root, like what was copied without its owners, and PostgreSQL cannot run as root: ` +
        `chown -R 65534:65534 ${root}`,
    )
  })
})
