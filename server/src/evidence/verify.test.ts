import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { chain } from '#contract/logs/chain.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { DAY_MS } from '#domain/time/units.ts'
import { addEvents } from '../../test/chain/chained-world.ts'
import { seeded } from '../../test/simulation/random.ts'
import { createWorld } from '../../test/world.ts'
import { inTransaction } from '../platform/db/database.ts'
import { openLog } from '../platform/log/log.ts'
import { RECORD_KINDS } from '../worker.ts'
import { mailAnchor, writeAnchor } from './anchor.job.ts'
import { anchorFolder } from './anchor-folder.ts'
import { endChain } from './end.ts'
import { verifySnapshot } from './verify.ts'

const world = await createWorld()
const { db, clock, log } = world
const { kinabalu } = world.company.entities
const dir = await mkdtemp(join(tmpdir(), 'lulus-anchors-'))
afterAll(() => rm(dir, { recursive: true }))
const anchors = anchorFolder(dir)

const events = (...seeds: number[]) =>
  inTransaction(db, async (tx) => {
    for (const seed of seeds) await addEvents(tx, seeded(seed), [null, kinabalu])
  })
const anchor = () => writeAnchor({ db, log, anchors, anchor_mail_to: undefined, now: clock.now() })
const problem = async () => (await verifySnapshot(db, { kinds: RECORD_KINDS, anchors })).first_problem

test('each day has one anchor, which names the one before it and is never written again', async () => {
  await events(1, 2)
  await anchor()
  const first = await readFile(join(dir, '2026-07-15.json'), 'utf8')
  await events(3)
  await Promise.all([anchor(), anchor()])
  expect(await readFile(join(dir, '2026-07-15.json'), 'utf8')).toBe(first)
  clock.advance(DAY_MS)
  await events(4)
  await anchor()
  expect(await readdir(dir)).toEqual(['2026-07-15.json', '2026-07-16.json'])
  expect(JSON.parse(await readFile(join(dir, '2026-07-16.json'), 'utf8'))).toMatchObject({
    previous: { file: '2026-07-15.json' },
  })
  expect(await problem()).toBeNull()
})

test.each([-3, 30])('a clock that was %i days off once does not break the chain', async (days) => {
  const dir = await mkdtemp(join(tmpdir(), 'lulus-anchors-'))
  const anchors = anchorFolder(dir)
  const said: string[] = []
  const log = openLog('error', { write: (line) => said.push(line) })
  const by = { db, log, anchors, anchor_mail_to: undefined }
  const anchorAfter = (passed: number) =>
    writeAnchor({ ...by, now: new Date(clock.now().getTime() + passed * DAY_MS) })
  for (const passed of [0, days, 1, 2]) await anchorAfter(passed)
  expect(await verifySnapshot(db, { kinds: RECORD_KINDS, anchors })).toMatchObject({ first_problem: null })
  // None that a clock put before another one, and with the right clock it goes on from the newest.
  await anchorAfter(31)
  const all = days < 0 ? [0, 1, 2, 31] : [0, 30, 31]
  expect(await anchors.list()).toEqual(
    all.map((day) => `${malaysianDate(new Date(clock.now().getTime() + day * DAY_MS))}.json`),
  )
  expect(await verifySnapshot(db, { kinds: RECORD_KINDS, anchors })).toMatchObject({ first_problem: null })
  expect(said.filter((line) => line.includes('the clock is behind the newest anchor'))).not.toEqual([])
  await rm(dir, { recursive: true })
})

test('what is written while it is verified is no fault', async () => {
  const all = await Promise.all([problem(), events(5), problem(), events(6), anchor(), problem()])
  expect(all.filter(Boolean)).toEqual([])
})

test.each([
  ['was written upon', async (text: string) => text.replace(/"seq":"\d+"/, '"seq":"1"'), 'rewritten'],
  ['is no anchor', async () => '{}', 'altered'],
  ['has another byte at its end', async (text: string) => `${text} `, 'altered'],
])('an anchor that %s is found', async (_, change, what) => {
  const file = join(dir, '2026-07-15.json')
  const text = await readFile(file, 'utf8')
  await writeFile(file, await change(text))
  expect(await problem()).toMatchObject({ what })
  await writeFile(file, text)
  expect(await problem()).toBeNull()
})

test('an anchor that is gone is missed by the next one', async () => {
  const file = join(dir, '2026-07-15.json')
  const text = await readFile(file, 'utf8')
  await rm(file)
  expect(await problem()).toMatchObject({ kind: 'anchor', id: '2026-07-16.json', what: 'removed' })
  await writeFile(file, text)
})

test('the answer to an attempt that says otherwise now is found', async () => {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO submissions (sender_entity_id, environment, sender_slot, state, intended_at)
    VALUES (${kinabalu}, 'simulator', 'one', 'refused', now()) RETURNING id`.execute(db)
  expect(await problem()).toMatchObject({ kind: 'submissions', id: rows[0]?.id, what: 'altered' })
  await sql`DELETE FROM submissions`.execute(db)
})

test('the chain of a company that is removed ends, and only so may it be gone', async () => {
  await sql`DELETE FROM audit_events WHERE sender_entity_id = ${kinabalu}`.execute(db)
  expect(await problem()).toMatchObject({ kind: 'audit_events', what: 'removed' })
  await inTransaction(db, (tx) => endChain(tx, kinabalu, clock.now()))
  expect(await problem()).toBeNull()
  await sql`UPDATE chain_ends SET at = at + interval '1 day'`.execute(db)
  expect(await problem()).toMatchObject({ kind: 'chain_ends', what: 'altered' })
  await sql`UPDATE chain_ends SET at = at - interval '1 day'`.execute(db)
})

test('the fingerprint of an anchor is mailed', async () => {
  const sent: unknown[] = []
  const send = async (to: string, letter: { paragraphs: readonly string[] }) => {
    sent.push([to, ...letter.paragraphs])
  }
  const sha256 = 'a'.repeat(64)
  await mailAnchor(
    { db, clock, send, anchor_mail_to: 'auditor@example.com' },
    { file: '2026-07-16.json', sha256, way: 'mail' },
  )
  expect(sent).toEqual([
    ['auditor@example.com', expect.stringContaining('2026-07-16.json'), sha256, expect.any(String)],
  ])
  const job = sql<{ data: unknown }>`SELECT data FROM pgboss.job WHERE name = 'evidence.mail-anchor'`
  clock.advance(DAY_MS)
  const to = { db, log, anchors, anchor_mail_to: 'auditor@example.com', now: clock.now() }
  await writeAnchor(to)
  await writeAnchor(to)
  expect((await job.execute(db)).rows).toEqual([
    { data: { file: '2026-07-17.json', way: 'mail', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
  ])
})

test('superadmins see the chains', async () => {
  const { body } = await world.as('devi').call(chain.read, {})
  expect(body.chains.at(0)).toMatchObject({ chain: 'installation', name: '', since: expect.any(String) })
  expect(body.ended).toBe(1)
})
