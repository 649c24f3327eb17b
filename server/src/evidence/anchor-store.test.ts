import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { chain } from '#contract/logs/chain.ts'
import { DAY_MS } from '#domain/time/units.ts'
import { addEvents } from '../../test/chain/chained-world.ts'
import { seeded } from '../../test/simulation/random.ts'
import { createWorld } from '../../test/world.ts'
import { sha256Hex } from '../platform/crypto/digest.ts'
import { inTransaction } from '../platform/db/database.ts'
import { openJobs } from '../platform/jobs/runner.ts'
import { startObjectStore } from '../platform/objects/fixtures/object-store.ts'
import { openObjects } from '../platform/objects/objects.ts'
import { RECORD_KINDS, startWorker } from '../worker.ts'
import { giveUpDelivery, storeAnchor, writeAnchor } from './anchor.job.ts'
import { anchorText, readHeads } from './anchor.ts'
import { anchorFolder } from './anchor-folder.ts'
import { anchorObjects, anchorsOfBoth } from './anchor-objects.ts'
import { verifySnapshot } from './verify.ts'

const world = await createWorld()
const { db, clock, log } = world
const server = await startObjectStore()
const dir = await mkdtemp(join(tmpdir(), 'lulus-anchors-'))
afterAll(async () => {
  await server.stop()
  await rm(dir, { recursive: true })
})
const objects = openObjects(server.reached)
const [anchors, anchor_store] = [anchorFolder(dir), anchorObjects(objects)]
const FIRST = '2026-07-15.json'

const write = () =>
  writeAnchor({ db, log, anchors, anchor_store, anchor_mail_to: undefined, now: clock.now() })
const local = (file = FIRST) => readFile(join(dir, file), 'utf8')
const store = async (file: string, text?: string) =>
  storeAnchor(
    { db, clock, anchors, anchor_store },
    { file, sha256: sha256Hex(text ?? (await local(file))), way: 'object' },
  )
const problem = async () =>
  (await verifySnapshot(db, { kinds: RECORD_KINDS, anchors: anchorsOfBoth(anchors, anchor_store) }))
    .first_problem
const deliveries = async () =>
  (await world.as('devi').call(chain.read, {})).body.anchors.deliveries.map(({ way, file, state }) => [
    way,
    file,
    state,
  ])
const add = (seed: number) => inTransaction(db, (tx) => addEvents(tx, seeded(seed), [null]))

describe('an anchor', () => {
  it('goes to the object store by a job, and is there under its day and its hash', async () => {
    await add(1)
    await write()
    await write()
    expect(await deliveries()).toEqual([['object', FIRST, 'on_its_way']])
    const jobs = await sql<{ data: object }>`SELECT data FROM pgboss.job
      WHERE name = 'evidence.store-anchor'`.execute(db)
    const sha256 = sha256Hex(await local())
    expect(jobs.rows).toEqual([{ data: { file: FIRST, way: 'object', sha256 } }])
    await Promise.all([store(FIRST), store(FIRST)])
    expect(await objects.list('anchors/')).toEqual([`anchors/2026-07-15-${sha256}.json`])
    expect(await objects.get(`anchors/2026-07-15-${sha256}.json`, 100_000)).toBe(await local())
    expect(await deliveries()).toEqual([['object', FIRST, 'delivered']])
    expect(await problem()).toBeNull()
  })

  it('that cannot be delivered is told to superadmins, and the one of the next day goes its way', async () => {
    clock.advance(DAY_MS)
    await write()
    const next = '2026-07-16.json'
    const away = anchorObjects(openObjects({ ...server.reached, secret_access_key: 'wrong' }))
    const sent = { file: next, sha256: sha256Hex(await local(next)), way: 'object' } as const
    await expect(storeAnchor({ db, clock, anchors, anchor_store: away }, sent)).rejects.toThrow('403')
    expect(await deliveries()).toEqual([['object', next, 'on_its_way']])
    await giveUpDelivery({ db, clock }, sent)
    expect(await deliveries()).toEqual([['object', next, 'failed']])
    expect(await problem()).toBeNull()
    await store(next)
    expect(await deliveries()).toEqual([['object', next, 'delivered']])
    await giveUpDelivery({ db, clock }, sent)
    expect(await deliveries()).toEqual([['object', next, 'delivered']])
  })

  it('is not delivered once its file was changed, nor beside another one of its day', async () => {
    const text = await local()
    await writeFile(join(dir, FIRST), `${text} `)
    await expect(store(FIRST, text)).rejects.toThrow('was changed after it was written')
    await expect(store(FIRST)).rejects.toThrow('Another anchor of this day')
    await writeFile(join(dir, FIRST), text)
  })

  it('is delivered by a worker', async () => {
    clock.advance(DAY_MS)
    const jobs = openJobs({ connection: world.connection, log: world.log, connections_max: 3 })
    await startWorker(jobs, world.engine, { ...world.outlets, anchors, anchor_store })
    await expect.poll(deliveries, { timeout: 20_000 }).toEqual([['object', '2026-07-17.json', 'delivered']])
    await jobs.stop({ graceful: true })
  })

  it('is verified each week by the worker too', async () => {
    const { rows } = await sql<{ cron: string; timezone: string }>`SELECT cron, timezone FROM pgboss.schedule
      WHERE name = 'evidence.verify-weekly'`.execute(db)
    expect(rows).toEqual([{ cron: '0 4 * * 0', timezone: 'Asia/Kuala_Lumpur' }])
  })
})

describe('a superuser who rewrites', () => {
  it('the database and the folder is found by the object', async () => {
    const before = await Promise.all(['2026-07-15.json', '2026-07-16.json', '2026-07-17.json'].map(local))
    // All is forgotten, and written anew as it pleases.
    for (const table of ['audit_events', 'chain_links', 'chain_heads'])
      await sql`DELETE FROM ${sql.table(table)}`.execute(db)
    await add(2)
    let previous: { file: string; text: string } | undefined
    for (const day of ['2026-07-15', '2026-07-16', '2026-07-17']) {
      const text = anchorText(await readHeads(db), previous, clock.now())
      await writeFile(join(dir, `${day}.json`), text)
      previous = { file: `${day}.json`, text }
    }
    expect(await verifySnapshot(db, { kinds: RECORD_KINDS, anchors })).toMatchObject({ intact: true })
    expect(await problem()).toMatchObject({ kind: 'anchor', id: FIRST, what: 'altered' })
    for (const name of ['2026-07-15.json', '2026-07-16.json', '2026-07-17.json']) await rm(join(dir, name))
    expect(await problem()).toMatchObject({ kind: 'chain_links', why: expect.stringContaining(FIRST) })
    for (const [at, text] of before.entries()) await writeFile(join(dir, `2026-07-${15 + at}.json`), text)
  })

  it.each([
    ['exchanges an object', (key: string) => objects.put(key, '{}'), 'altered'],
    [
      'adds an object of the same day',
      (key: string) => objects.put(key.replace(/-[0-9a-f]{64}/, `-${'0'.repeat(64)}`), '{}'),
      'inserted',
    ],
  ])('what lies in the store is found too: %s', async (_, change, what) => {
    const [key = ''] = await objects.list('anchors/2026-07-15')
    await change(key)
    expect(await problem()).toMatchObject({ kind: 'anchor', id: FIRST, what })
  })
})
