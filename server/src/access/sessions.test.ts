import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#domain/time/units.ts'
import { createWorld } from '../../test/world.ts'
import { sha256Hex } from '../platform/crypto/digest.ts'
import { inTransaction } from '../platform/db/database.ts'
import { loadCaller } from './caller.ts'
import { closeSession, closeSessionsOf, idleLeft, openSession } from './sessions.ts'

const world = await createWorld()
const { db, clock, company } = world
const idle_ms_max = 15 * MINUTE_MS

const open = () =>
  inTransaction(db, (tx) =>
    openSession(tx, { user_id: company.users.aminah, ip: '10.0.0.1', user_agent: 'test', now: clock.now() }),
  )
const alive = async (token: string) =>
  (await loadCaller(db, { authorization: `Token ${token}` }, { now: clock.now(), idle_ms_max })) !== undefined
const stored = () =>
  db.withTables<{ sessions: { token_hash: string } }>().selectFrom('sessions').select('token_hash').execute()

describe('a session', () => {
  it('has a token of 256 bits of which only the hash is stored', async () => {
    const token = await open()
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const hashes = (await stored()).map((row) => row.token_hash)
    expect(hashes).toContain(sha256Hex(token))
    expect(hashes).not.toContain(token)
  })

  it('ends after 15 minutes without a call, and each call moves that along', async () => {
    const token = await open()
    for (let i = 0; i < 5; i++) {
      clock.advance(14 * MINUTE_MS)
      expect(await alive(token)).toBe(true)
    }
    clock.advance(15 * MINUTE_MS + 1)
    expect(await alive(token)).toBe(false)
  })

  it('ends 12 hours after sign-in however busy it is', async () => {
    const token = await open()
    for (let i = 0; i < 72; i++) {
      expect(await alive(token)).toBe(true)
      clock.advance(10 * MINUTE_MS)
    }
    expect(await alive(token)).toBe(false)
  })

  it('is marked as used at most once a minute', async () => {
    const token = await open()
    clock.advance(59_000)
    await alive(token)
    expect(await idleLeft(db, token, { now: clock.now(), idle_ms_max })).toBe(14 * MINUTE_MS + 1_000)
    clock.advance(1_000)
    await alive(token)
    expect(await idleLeft(db, token, { now: clock.now(), idle_ms_max })).toBe(15 * MINUTE_MS)
  })

  it('is over when closed, alone or with all others of the person', async () => {
    const [first, second, third] = [await open(), await open(), await open()]
    await inTransaction(db, (tx) => closeSession(tx, first))
    expect([await alive(first), await alive(second), await alive(third)]).toEqual([false, true, true])
    await inTransaction(db, (tx) => closeSessionsOf(tx, company.users.aminah))
    expect([await alive(second), await alive(third)]).toEqual([false, false])
  })

  it('leaves no ended session of the person behind when the next one opens', async () => {
    await inTransaction(db, (tx) => closeSessionsOf(tx, company.users.aminah))
    await open()
    clock.advance(13 * HOUR_MS)
    await open()
    expect(await stored()).toHaveLength(1)
  })
})
