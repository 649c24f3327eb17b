import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
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
import { giveUpDelivery, storeAnchor, writeAnchor } from './anchor.job.ts'
import { anchorText, readHeads } from './anchor.ts'
import { anchorFolder } from './anchor-folder.ts'
import { anchorObjects, anchorsOfBoth } from './anchor-objects.ts'
import { verifySnapshot } from './verify.ts'

const { db, clock, log } = await createWorld()
const server = await startObjectStore()
const dir = await mkdtemp(join(tmpdir(), 'lulus-holes-'))
afterAll(async () => {
  await server.stop()
  await rm(dir, { recursive: true })
})
const [anchors, anchor_store] = [anchorFolder(dir), anchorObjects(openObjects(server.reached))]
const DAYS = ['15', '16', '17', '18', '19', '20'].map((day) => `2026-07-${day}.json`)
const [FIRST = '', SECOND = '', THIRD = '', FOURTH = '', FIFTH = '', SIXTH = ''] = DAYS

type Ways = Partial<Pick<Parameters<typeof writeAnchor>[0], 'anchor_store' | 'anchor_mail_to'>>
const write = (ways: Ways = { anchor_store }) =>
  writeAnchor({ db, log, anchors, anchor_mail_to: undefined, ...ways, now: clock.now() })
const read = (file: string) => readFile(join(dir, file), 'utf8')
const sent = async (file: string) => ({ file, sha256: sha256Hex(await read(file)), way: 'object' }) as const
const store = async (file: string) => storeAnchor({ db, clock, anchors, anchor_store }, await sent(file))
const problem = async (both = anchorsOfBoth(anchors, anchor_store)) =>
  (await verifySnapshot(db, { kinds: RECORD_KINDS, anchors: both })).first_problem
/** What is found where nothing of the folder is left, which is put back afterwards. */
const problemWithoutFolder = async () => {
  const kept = await Promise.all((await readdir(dir)).map(async (file) => [file, await read(file)] as const))
  for (const [file] of kept) await rm(join(dir, file))
  const found = await problem()
  for (const [file, text] of kept) await writeFile(join(dir, file), text)
  return found
}
const deliveries = async () =>
  (
    await sql<{ told: string }>`SELECT concat_ws(' ', file, way, state) AS told FROM anchor_deliveries
    ORDER BY file, way`.execute(db)
  ).rows.map(({ told }) => told)
const jobs = async (name: string) =>
  (
    await sql<{ file: string }>`SELECT data->>'file' AS file FROM pgboss.job WHERE name = ${name}
    ORDER BY created_on`.execute(db)
  ).rows.map(({ file }) => file)

it('a bucket that is set some days after the first gets those before it too', async () => {
  await inTransaction(db, (tx) => addEvents(tx, seeded(1), [null]))
  await write({})
  clock.advance(DAY_MS)
  await write({})
  clock.advance(DAY_MS)
  await write()
  await store(THIRD)
  expect(await anchor_store.list()).toEqual([FIRST, SECOND, THIRD])
  expect(await problemWithoutFolder()).toBeNull()
})

it('one that could not be delivered goes with the next that can', async () => {
  clock.advance(DAY_MS)
  await write()
  await giveUpDelivery({ db, clock }, await sent(FOURTH))
  clock.advance(DAY_MS)
  await write()
  await store(FIFTH)
  expect(await anchor_store.list()).toEqual(DAYS.slice(0, 5))
  expect((await deliveries()).slice(-2)).toEqual([`${FOURTH} object delivered`, `${FIFTH} object delivered`])
  expect(await problemWithoutFolder()).toBeNull()
})

it('one whose process died before it was sent is sent by the next start, once', async () => {
  clock.advance(DAY_MS)
  // As it is left behind: a file of which the database knows nothing.
  const text = anchorText(await readHeads(db), { file: FIFTH, text: await read(FIFTH) }, clock.now())
  await anchors.add({ file: SIXTH, text })
  const ways = { anchor_store, anchor_mail_to: 'auditor@example.com' }
  await Promise.all([write(ways), write(ways)])
  await write(ways)
  expect((await deliveries()).slice(-2)).toEqual([`${SIXTH} mail on_its_way`, `${SIXTH} object on_its_way`])
  expect(await jobs('evidence.mail-anchor')).toEqual([SIXTH])
  expect((await jobs('evidence.store-anchor')).filter((file) => file === SIXTH)).toEqual([SIXTH])
  await store(SIXTH)
})

it('one that is not the file which the next names stays where it is', async () => {
  const next = '2026-07-21.json'
  clock.advance(DAY_MS)
  await write()
  const text = await read(next)
  await writeFile(join(dir, next), `${text} `)
  clock.advance(DAY_MS)
  const after = '2026-07-22.json'
  await write()
  await writeFile(join(dir, next), text)
  await store(after)
  expect(await anchor_store.list()).toEqual([...DAYS, after])
  expect(await deliveries()).toContain(`${after} object delivered`)
})
