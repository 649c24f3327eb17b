import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { passwords } from '#contract/people/passwords.ts'
import { createWorld } from '../world.ts'
import { commandsOn } from './run.ts'

const world = await createWorld()
const { run } = await commandsOn(world)
const NEW = 'Gunung-Ledang-1276-m'
const nobody = world.as('nobody')

const linkOf = async (name: string) => {
  const { code, out, told } = await run(['users', 'login-link', name], {
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
  expect(await nobody.call(passwords.reset, { body })).toMatchObject({
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

test.each([
  [['users']],
  [['users', 'login-link']],
  [['users', 'list', 'all']],
  [['users', 'delete', 'devi']],
])('says what there is to say instead of %j', async (args) => {
  expect(await run(args)).toMatchObject({ code: 2, told: expect.stringContaining('users login-link EMAIL') })
})
