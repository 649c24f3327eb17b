import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { DAY_MS } from '#domain/time/units.ts'
import { addEvents } from '../../test/chain/chained-world.ts'
import { seeded } from '../../test/simulation/random.ts'
import { createWorld } from '../../test/world.ts'
import { sha256Hex } from '../platform/crypto/digest.ts'
import { inTransaction } from '../platform/db/database.ts'
import { startObjectStore } from '../platform/objects/fixtures/object-store.ts'
import { openObjects } from '../platform/objects/objects.ts'
import { RECORD_KINDS } from '../worker.ts'
import { storeAnchor, writeAnchor } from './anchor.job.ts'
import { anchorFolder } from './anchor-folder.ts'
import { anchorObjects, anchorsOfBoth } from './anchor-objects.ts'
import { verifySnapshot } from './verify.ts'

const { db, clock, log } = await createWorld()
const server = await startObjectStore()
const dir = await mkdtemp(join(tmpdir(), 'lulus-lost-'))
afterAll(async () => {
  await server.stop()
  await rm(dir, { recursive: true })
})
const [anchors, anchor_store] = [anchorFolder(dir), anchorObjects(openObjects(server.reached))]
const away = anchorObjects(openObjects({ ...server.reached, secret_access_key: 'wrong' }))

const write = (store = anchor_store) =>
  writeAnchor({ db, log, anchors, anchor_store: store, anchor_mail_to: undefined, now: clock.now() })
const read = (file: string) => readFile(join(dir, file), 'utf8')
const previousOf = async (file: string) => JSON.parse(await read(file)).previous?.file
const store = async (file: string) =>
  storeAnchor(
    { db, clock, anchors, anchor_store },
    { file, sha256: sha256Hex(await read(file)), way: 'object' },
  )
const problem = async () =>
  (await verifySnapshot(db, { kinds: RECORD_KINDS, anchors: anchorsOfBoth(anchors, anchor_store) }))
    .first_problem
const lose = (...files: string[]) => Promise.all(files.map((file) => rm(join(dir, file))))

it('an anchor follows the newest of both places where the folder was put back to an older copy', async () => {
  await inTransaction(db, (tx) => addEvents(tx, seeded(1), [null]))
  for (const day of ['15', '16', '17']) {
    await write()
    await store(`2026-07-${day}.json`)
    clock.advance(DAY_MS)
  }
  await lose('2026-07-16.json', '2026-07-17.json')
  await write()
  expect(await previousOf('2026-07-18.json')).toBe('2026-07-17.json')
  await store('2026-07-18.json')
  expect(await problem()).toBeNull()
})

it('and where nothing of the folder is left', async () => {
  await lose(...(await readdir(dir)))
  clock.advance(DAY_MS)
  await write()
  expect(await previousOf('2026-07-19.json')).toBe('2026-07-18.json')
  await store('2026-07-19.json')
  expect(await problem()).toBeNull()
})

it('none is written a second time on a day whose anchor the bucket alone has', async () => {
  await lose('2026-07-19.json')
  await write()
  expect(await readdir(dir)).toEqual([])
  expect(await problem()).toBeNull()
})

it('a bucket that does not answer is waited for where the folder lost some, and by nothing else', async () => {
  clock.advance(DAY_MS)
  await expect(write(away)).rejects.toThrow('403')
  expect(await readdir(dir)).toEqual([])
  await write()
  await store('2026-07-20.json')
  clock.advance(DAY_MS)
  await write(away)
  expect(await previousOf('2026-07-21.json')).toBe('2026-07-20.json')
  await store('2026-07-21.json')
  expect(await problem()).toBeNull()
})
