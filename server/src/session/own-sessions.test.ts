import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { session } from '#contract/people/session.ts'
import { sessions } from '#contract/people/sessions.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time/units.ts'
import { createWorld } from '../../test/world.ts'
import type { AccountName } from '../demo/company.ts'

const world = await createWorld()
const { db, clock, company } = world
const nobody = world.as('nobody')
type Headers = Record<string, string>

const signedIn = (name: AccountName): Promise<Headers> => world.tokenHeader(company.users[name])
const list = async (headers: Headers) => (await nobody.call(sessions.list, {}, { headers })).body
const isSignedIn = async (headers: Headers) =>
  (await nobody.call(session.profile, {}, { headers })).status === 200
const end = (headers: Headers, id: string) => nobody.call(sessions.end, { params: { id } }, { headers })

describe('the own sessions', () => {
  it('say where and when, which one asks, and nothing that opens them', async () => {
    const elsewhere = await signedIn('aminah')
    clock.advance(60_000)
    const here = await signedIn('aminah')
    const { status, body, text } = await nobody.call(sessions.list, {}, { headers: here })
    expect([status, body.password]).toEqual([200, 'local'])
    expect(body.sessions).toMatchObject([
      { current: true, ip: '127.0.0.1', user_agent: 'test', last_used_at: '2026-07-15T04:01:00.000Z' },
      { current: false, created_at: '2026-07-15T04:00:00.000Z' },
    ])
    const { rows } = await sql<{ token_hash: string }>`SELECT token_hash FROM sessions`.execute(db)
    const secrets = [...rows.map((row) => row.token_hash), here.authorization, elsewhere.authorization]
    for (const secret of secrets) expect(text).not.toContain(secret?.replace('Token ', ''))
  })

  it('are only those that live', async () => {
    await signedIn('bakri')
    clock.advance(15 * MINUTE_MS)
    expect((await list(await signedIn('bakri'))).sessions).toMatchObject([{ current: true }])
  })

  it('are at most a hundred in one answer', async () => {
    const here = await signedIn('farid')
    await sql`INSERT INTO sessions (token_hash, user_id, created_at, last_used_at, absolute_until, ip, user_agent)
      SELECT 'x' || n, ${company.users.farid}, ${clock.now()}, ${clock.now()},
        ${new Date(clock.now().getTime() + HOUR_MS)}, '::1', 'x' FROM generate_series(1, 150) n`.execute(db)
    expect((await list(here)).sessions).toHaveLength(100)
  })

  it('can be ended one by one', async () => {
    const [here, first, second] = [await signedIn('ezra'), await signedIn('ezra'), await signedIn('ezra')]
    const other = (await list(first)).sessions.find(({ current }) => current)?.id ?? ''
    expect((await end(here, other)).status).toBe(200)
    expect([await isSignedIn(here), await isSignedIn(first), await isSignedIn(second)]).toEqual([
      ...[true, false, true],
    ])
    expect((await end(here, other)).status).toBe(404)
  })

  it('are nobody else’s to end, superadmins included', async () => {
    const gita = await signedIn('gita')
    const id = (await list(gita)).sessions[0]?.id ?? ''
    expect((await end(await signedIn('devi'), id)).status).toBe(404)
    expect(await isSignedIn(gita)).toBe(true)
  })

  it('can be ended everywhere else', async () => {
    const [here, first, second] = [await signedIn('chong'), await signedIn('chong'), await signedIn('chong')]
    const stranger = await signedIn('bakri')
    const { status, body } = await nobody.call(sessions.endOthers, {}, { headers: here })
    expect([status, body]).toEqual([200, { ended: 2 }])
    const alive = [here, first, second, stranger].map(isSignedIn)
    expect(await Promise.all(alive)).toEqual([true, false, false, true])
  })
})
