import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addressOf } from '#domain/notifications/addresses.ts'
import { sentenceOf } from '#domain/notifications/sentences.ts'
import { addEvents } from '../../test/chain/chained-world.ts'
import { seeded } from '../../test/simulation/random.ts'
import { createWorld } from '../../test/world.ts'
import { beginVerification } from '../evidence/verification.ts'
import { giveUpVerification, runVerification } from '../evidence/verify.job.ts'
import { inTransaction } from '../platform/db/database.ts'
import { RECORD_KINDS } from '../worker.ts'
import { hearAll, itemsOf } from './fixtures/hearing.ts'
import { gatherLetters, QUIET_MS } from './letters/gather.ts'

const world = await createWorld()
const { db, clock, anchors, engine } = world
await inTransaction(db, (tx) => addEvents(tx, seeded(1), [null]))

const means = { db, clock, anchors, kinds: RECORD_KINDS }

/** As each week: begun by Lulus, and worked off; or given up. */
const verify = async (how: 'through' | 'given up' = 'through') => {
  clock.advance(1_000)
  await beginVerification({ db, caller: undefined, now: clock.now() })
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM verification_runs WHERE state = 'waiting'`.execute(db)
  const run = { run_id: rows[0]?.id ?? '' }
  if (how === 'given up') await giveUpVerification(means, run)
  else await runVerification(means, run, { signal: new AbortController().signal })
  return hearAll(world)
}

const told = async () => {
  expect(await itemsOf(world, 'aminah'), 'it is for superadmins').toEqual([])
  return (await itemsOf(world, 'devi')).map((item) => [sentenceOf(item), addressOf(item).path])
}

/** Whom a mail is written to at once. */
const mailed = async () => {
  clock.advance(QUIET_MS + 1_000)
  await gatherLetters(engine, { kind: 'chain_not_intact' })
  const { rows } = await sql<{ email: string }>`
    UPDATE notice_letters AS l SET settled_at = ${clock.now()} FROM users AS u
    WHERE u.id = l.user_id AND l.about = 'chain_not_intact' AND l.settled_at IS NULL
    RETURNING u.email`.execute(db)
  return rows.map(({ email }) => email).toSorted()
}

const altered = (to: string) =>
  sql`UPDATE audit_events SET new_value = ${to} WHERE nr = (SELECT min(nr) FROM audit_events)`.execute(db)

const OFFICE = ['devi@lulus.example', 'farid@lulus.example']
const SCREEN = '/admin/audit-chain'
const NOT_INTACT = 'The audit chain is not intact: something is not as it was written. Look at it at once.'
const BROKE_OFF = 'The verification of the audit chain broke off. Verify it again.'

test('superadmins hear at once, in the portal and by mail, that a verification found or finished nothing', async () => {
  expect(await verify(), 'it is heard').toBe(1)
  expect([await told(), await mailed()]).toEqual([[], []])

  await verify('given up')
  expect(await told()).toEqual([[BROKE_OFF, SCREEN]])
  expect(await mailed()).toEqual(OFFICE)

  const { rows } = await sql<{ new_value: string }>`
    SELECT new_value FROM audit_events ORDER BY nr LIMIT 1`.execute(db)
  await altered('Tipu')
  await verify()
  expect(await told()).toEqual([[NOT_INTACT, SCREEN]])
  expect(await mailed(), 'it is another thing').toEqual(OFFICE)

  await verify('given up')
  expect(await told(), 'that it broke off says nothing of what was found').toEqual([[NOT_INTACT, SCREEN]])
  expect(await mailed(), 'nor is it news').toEqual([])
  await verify()
  expect(await mailed(), 'each week that it is found').toEqual(OFFICE)

  await altered(rows[0]?.new_value ?? '')
  await verify()
  expect(await told()).toEqual([])
})
