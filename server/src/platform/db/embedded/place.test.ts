import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, test } from 'vitest'
import { databaseAccount } from './account.ts'
import { makePlace } from './place.ts'

const parent = mkdtempSync(join(tmpdir(), 'lulus-place-'))
chmodSync(parent, 0o755)
afterAll(() => rmSync(parent, { recursive: true }))

const PLACES = 50

test.runIf(process.getuid?.() === 0)('no folder is there before it is the database’s', async () => {
  const account = databaseAccount()
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
