import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it, test } from 'vitest'
import { apiKeys } from '#contract/people/api-keys.ts'
import { profile } from '#contract/people/profile.ts'
import { session } from '#contract/people/session.ts'
import { ENTITIES } from '../src/demo/company.ts'
import { createWorld, PASSWORD } from './world.ts'

/** What every world is searched for when its tests are done (`createWorld`) is found wherever it is planted. */
const world = await createWorld({ simulator: true })
const login = { username: 'aminah', password: PASSWORD, auth_type: 'django' as const }
const signed_in = await world.as('nobody').call(session.login, { body: login })
const made = await world.as('devi').call(apiKeys.create, {
  body: {
    ...{ name: 'Shop', sender_entity_code: ENTITIES.kinabalu.entity_code, store_codes: ['KUL01'] },
    ...{ flags: ['can_create_invoice'], expires_on: '2026-12-31' },
  },
})
const held = await world.engine.secrets(world.company.entities.kinabalu)

const SECRETS = {
  'a password': PASSWORD,
  'a session token': signed_in.body.token,
  'an API key': made.body.key,
  'a client secret': held?.client_secret ?? '',
  'a private key': held?.certificate?.private_key_pem.split('\n')[1] ?? '',
  'a device cookie': /=([^;]+)/.exec(String(signed_in.headers['set-cookie']))?.[1] ?? '',
}
const FORMS: Record<string, (secret: string) => string> = {
  'as it is': (secret) => secret,
  'in an address': (secret) => encodeURIComponent(secret),
  'in base64': (secret) => Buffer.from(secret).toString('base64'),
  'in base64, within a text': (secret) => Buffer.from(`user:${secret} and more`).toString('base64'),
  'in base64 for addresses': (secret) => Buffer.from(`u:${secret}`).toString('base64url'),
  'in hexadecimal': (secret) => Buffer.from(secret).toString('hex'),
}
const cases = Object.entries(SECRETS).flatMap(([what, secret]) =>
  Object.entries(FORMS).map(([form, write]) => [what, form, write(secret)] as const),
)

test('nothing stands anywhere that ought not to, though all of these have passed through', async () => {
  expect(Object.values(SECRETS).filter((secret) => secret.length < 12)).toEqual([])
  expect(await world.findLeaks()).toEqual([])
})

describe.each(cases)('%s %s', (_what, _form, text) => {
  it('is found in a line of the log, a row and a file', async () => {
    world.log.trace({ note: text }, 'planted')
    expect(await world.findLeaks()).toEqual([expect.stringContaining('stands in the log')])

    await sql`INSERT INTO settings (key, category, value, modified_at)
      VALUES ('planted', '', ${JSON.stringify(text)}, now())`.execute(world.db)
    expect(await world.findLeaks()).toEqual([expect.stringContaining('stands in table public.settings')])
    await sql`DELETE FROM settings WHERE key = 'planted'`.execute(world.db)

    await mkdir(join(world.files_dir, 'mail'), { recursive: true })
    await writeFile(join(world.files_dir, 'mail', 'planted.eml'), text)
    expect(await world.findLeaks()).toEqual([expect.stringContaining('stands in file mail/planted.eml')])
    await rm(join(world.files_dir, 'mail', 'planted.eml'))
  })
})

it('is found in a large table, and in a row that XML could not carry', async () => {
  await sql`INSERT INTO settings (key, category, value, modified_at)
    SELECT 'planted' || chr(27) || n, '', to_jsonb(repeat('x', 1000000) || ${PASSWORD}::text), now()
    FROM generate_series(1, 12) n`.execute(world.db)
  expect(await world.findLeaks()).toEqual([expect.stringContaining('stands in table public.settings')])
  await sql`DELETE FROM settings WHERE key LIKE 'planted%'`.execute(world.db)
})

const SHOWN_CHARS = 100

test.each(Object.entries(SECRETS).filter(([, secret]) => secret.length <= SHOWN_CHARS))(
  '%s is found in an answer',
  async (_what, secret) => {
    const { text } = await world
      .as('aminah')
      .callWrongly(profile.setNotifications, { body: { notification_preferences: [secret] } })
    expect(text).toContain(secret)
    const found = await world.findLeaks()
    expect(found).not.toEqual([])
    for (const place of found)
      expect(place).toContain('stands in an answer of PATCH /api/v1/user-profile/update-notifications/')
  },
)
