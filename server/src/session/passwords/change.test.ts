import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { passwords } from '#contract/people/passwords.ts'
import { session } from '#contract/people/session.ts'
import { createWorld, PASSWORD } from '../../../test/world.ts'
import type { AccountName } from '../../demo/company.ts'

const world = await createWorld()
const { db, clock, company } = world
const nobody = world.as('nobody')
const NEW = 'Gunung-Ledang-1276-m'
type Headers = Record<string, string>

const signedIn = (name: AccountName): Promise<Headers> => world.tokenHeader(company.users[name])
const change = (headers: Headers, old_password: string, new_password = NEW) =>
  nobody.call(passwords.change, { body: { old_password, new_password } }, { headers })
const enter = async (username: string, password: string) =>
  (await nobody.call(session.login, { body: { username, password, auth_type: 'django' } })).status
const isSignedIn = async (headers: Headers) =>
  (await nobody.call(session.profile, {}, { headers })).status === 200

describe('changing the own password', () => {
  it('ends the other sessions, and says in the audit log that, not what, it is', async () => {
    const [here, elsewhere] = [await signedIn('aminah'), await signedIn('aminah')]
    expect((await change(here, PASSWORD)).status).toBe(200)
    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([true, false])
    expect([await enter('aminah', PASSWORD), await enter('aminah', NEW)]).toEqual([400, 200])
    const { rows } = await sql<{ field: string; actor_name: string; row: string }>`
      SELECT field, actor_name, row_to_json(a)::text AS row FROM audit_events a
      WHERE target_id = ${company.users.aminah}`.execute(db)
    expect(rows).toMatchObject([{ field: 'sign_in', actor_name: 'Aminah Yusof' }])
    expect(rows[0]?.row).not.toContain(NEW)
  })

  it('asks for the present one, and refuses a weak one', async () => {
    const here = await signedIn('bakri')
    const wrong = await change(here, 'not this one')
    expect([wrong.status, wrong.body.old_password]).toEqual([400, ['This is not your present password.']])
    const weak = await change(here, PASSWORD, 'password1234')
    expect([weak.status, weak.body.new_password]).toEqual([400, ['This password is too easy to guess.']])
    expect(await enter('bakri', PASSWORD)).toBe(200)
  })

  it('whose answer was lost is told as done when it is made again, and counts as no wrong try', async () => {
    const here = await signedIn('chong')
    expect((await change(here, PASSWORD)).status).toBe(200)
    const before = await signIns()
    const again = await change(here, PASSWORD)
    expect([again.status, again.body.detail]).toEqual([200, 'Your password was changed.'])
    expect(await signIns()).toBe(before)
    expect((await change(here, PASSWORD, `${NEW}!`)).body.old_password).toEqual([
      'This is not your present password.',
    ])
    expect(await signIns()).toBe(Number(before) + 1)
  })

  it('lets a stolen session guess no further by the new password than by the old one', async () => {
    const stolen = await signedIn('devi')
    const statuses = []
    for (let at = 0; at < 6; at++)
      statuses.push((await change(stolen, 'no idea', `Sungai-Perak-${at}-km`)).status)
    expect([...statuses, (await change(stolen, 'no idea', PASSWORD)).status]).toEqual([
      ...[400, 400, 400, 400, 400, 429, 429],
    ])
  })

  it('lets a stolen session guess five times, which keeps the owner out of nothing', async () => {
    const stolen = await signedIn('ezra')
    const statuses = []
    for (let at = 0; at < 7; at++) statuses.push((await change(stolen, `guess ${at}`)).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
    expect(await enter('ezra', PASSWORD)).toBe(200)
    clock.advance(60_000)
    expect((await change(await signedIn('ezra'), PASSWORD)).status).toBe(200)
  })

  it('is no sign-in: nothing of it is read as one', async () => {
    const before = await signIns()
    expect((await change(await signedIn('farid'), PASSWORD)).status).toBe(200)
    expect(await signIns()).toBe(before)
  })

  it('is the directory’s matter for its people', async () => {
    const here = await signedIn('gita')
    await sql`UPDATE users SET password_hash = NULL WHERE id = ${company.users.gita}`.execute(db)
    expect(await change(here, PASSWORD)).toMatchObject({ status: 409, body: { code: 'directory_account' } })
  })
})

const signIns = async () => {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM login_records`.execute(db)
  return rows[0]?.n
}
