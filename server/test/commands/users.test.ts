import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { passwords } from '#contract/people/passwords.ts'
import { checkLink, openLink } from '../../src/set-up/link.ts'
import { createWorld } from '../world.ts'
import { commandsOn } from './run.ts'

const world = await createWorld()
const { run } = await commandsOn(world)
const NEW = 'Gunung-Ledang-1276-m'
const nobody = world.as('nobody')

const linkOf = async (name: string, verb = 'login-link') => {
  const { code, out, told } = await run(['users', verb, name], {
    PUBLIC_URL: 'https://lulus.example',
  })
  return { code, told, token: /https:\/\/lulus\.example\/reset-password\/(\S+)\n/.exec(out)?.[1] ?? '' }
}

test('lists who may sign in and how, superadmins first', async () => {
  await sql`UPDATE users SET is_active = false WHERE username = 'gita'`.execute(world.db)
  const { code, out } = await run(['users', 'list'])
  expect(code).toBe(0)
  const lines = out.split('\n')
  expect(lines[0]).toMatch(/^devi@lulus\.example +devi +superadmin +password here$/)
  expect(lines.find((line) => line.startsWith('gita@'))).toMatch(/deactivated$/)
})

test('prints a link that chooses a password once, within an hour, and is told by the audit log', async () => {
  const { code, token } = await linkOf('DEVI@lulus.example')
  expect(code).toBe(0)
  const body = { token, new_password: NEW }
  expect((await nobody.call(passwords.reset, { body })).status).toBe(200)
  const another = { token, new_password: `${NEW} anew` }
  expect(await nobody.call(passwords.reset, { body: another })).toMatchObject({
    status: 409,
    body: { code: 'reset_link_used' },
  })
  const { rows } = await sql<{
    actor_name: string
    new_value: string
  }>`SELECT actor_name, new_value FROM audit_events
    WHERE target_kind = 'user' AND target_id = ${world.company.users.devi} AND field = 'sign_in'
    ORDER BY new_value`.execute(world.db)
  expect(rows).toMatchObject([
    { actor_name: 'Lulus', new_value: expect.stringMatching(/^a link .* printed on the console/) },
    { actor_name: 'Lulus', new_value: expect.stringMatching(/^reset by a link/) },
  ])
  const { rows: links } = await sql<{ minutes: number }>`
    SELECT round(extract(epoch FROM valid_until - created_at) / 60)::int AS minutes FROM password_resets`.execute(
    world.db,
  )
  expect(links).toEqual([{ minutes: 60 }])
})

test.each([
  ['nobody@lulus.example', /^nobody@lulus\.example has no account\..*users list/],
  ['gita@lulus.example', /is deactivated\. A superadmin activates/],
  ['ezra', /signs in by the directory/],
])('says why there is no link for %s, and makes none', async (name, why) => {
  await sql`UPDATE users SET is_active = username <> 'gita',
    origin = CASE username WHEN 'ezra' THEN 'directory' ELSE origin END,
    password_hash = CASE username WHEN 'ezra' THEN NULL ELSE password_hash END`.execute(world.db)
  await sql`DELETE FROM password_resets`.execute(world.db)
  expect(await run(['users', 'login-link', name])).toMatchObject({
    code: 1,
    out: '',
    told: expect.stringMatching(why),
  })
  const { rows } = await sql`SELECT FROM password_resets`.execute(world.db)
  expect(rows).toEqual([])
})

test('makes a superadmin where nobody is left who may administer, and the audit log tells of it', async () => {
  const superadmins = async () => {
    const { rows } = await sql<{ email: string }>`SELECT email FROM users
      WHERE access_type = 'superadmin' AND is_active AND origin = 'local' ORDER BY email`.execute(world.db)
    return rows.map(({ email }) => email)
  }
  await sql`UPDATE users SET access_type = 'user', is_active = false WHERE origin = 'local'`.execute(world.db)
  expect(await superadmins()).toEqual([])
  // One that was switched off, and one that was never there.
  const again = await linkOf('bakri', 'superadmin')
  const fresh = await linkOf('ops@lulus.example', 'superadmin')
  expect([again.code, fresh.code]).toEqual([0, 0])
  expect(await superadmins()).toEqual(['bakri@lulus.example', 'ops@lulus.example'])
  for (const { token } of [again, fresh])
    expect((await nobody.call(passwords.reset, { body: { token, new_password: NEW } })).status).toBe(200)
  const { rows } = await sql<{ field: string; actor_name: string }>`SELECT DISTINCT field, actor_name
    FROM audit_events WHERE target_kind = 'user' AND target_name = 'ops@lulus.example'`.execute(world.db)
  expect(rows).toEqual(
    expect.arrayContaining([
      { field: 'access_type', actor_name: 'Lulus' },
      { field: 'sign_in', actor_name: 'Lulus' },
    ]),
  )
})

test('a superadmin of the console ends each link that a start has printed for the set-up', async () => {
  await sql`UPDATE users SET access_type = 'user'`.execute(world.db)
  const by = { db: world.db, now: new Date() }
  const tokens = [await openLink(by), await openLink(by)].map((token) => token ?? '')
  const working = () => Promise.all(tokens.map((token) => checkLink(by, { token })))
  expect(await working()).toEqual([{ works: true }, { works: true }])
  expect((await linkOf('first@lulus.example', 'superadmin')).code).toBe(0)
  expect(await working()).toEqual([{ works: false }, { works: false }])
})

test.each([
  ['ezra', /signs in by the directory/],
  ['ops', /^ops is no e-mail address\./],
])('makes no superadmin of %s', async (name, why) => {
  await sql`UPDATE users SET origin = 'directory', password_hash = NULL WHERE username = 'ezra'`.execute(
    world.db,
  )
  const before = await sql`SELECT id, access_type, is_active FROM users ORDER BY id`.execute(world.db)
  expect(await run(['users', 'superadmin', name])).toMatchObject({
    code: 1,
    told: expect.stringMatching(why),
  })
  const after = await sql`SELECT id, access_type, is_active FROM users ORDER BY id`.execute(world.db)
  expect(after.rows).toEqual(before.rows)
})

test.each([
  [['users']],
  [['users', 'login-link']],
  [['users', 'list', 'all']],
  [['users', 'delete', 'devi']],
])('says what there is to say instead of %j', async (args) => {
  expect(await run(args)).toMatchObject({ code: 2, told: expect.stringContaining('users login-link EMAIL') })
})
