import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { settings } from '#contract/installation/settings.ts'
import { webhooks } from '#contract/webhooks.ts'
import { createWorld, SECRET_KEY } from '../../test/world.ts'
import { readSecret } from '../settings/read.ts'
import { makeHook } from '../webhooks/fixtures/keys.ts'
import { forgetSecrets } from './forget.ts'
import { demandSecretKey } from './key.ts'

const world = await createWorld({ simulator: true })
const { db, box, clock } = world
const devi = world.as('devi')
const OTHER_KEY = '1d'.repeat(32)
const data_dir = await mkdtemp(join(tmpdir(), 'lulus-key-'))
afterAll(() => rm(data_dir, { recursive: true }))

const hook = await makeHook(world, 'https://hooks.example/lulus')
await devi.call(settings.update, {
  params: { id: 'mail.smtp_url' },
  body: { value: 'smtp://lulus:geheim@mail.example:587' },
})
const forget = (secret_key: string, really: boolean) =>
  forgetSecrets({ db, secret_key, now: clock.now(), really })
const NONE = { credentials: 0, certificates: 0, webhooks: 0, settings: 0 }
const start = (secret_key?: string) => demandSecretKey(db, { secret_key, data_dir })

test('what the key opens stays', async () => {
  expect(await forget(SECRET_KEY, true)).toEqual(NONE)
  expect(await start(SECRET_KEY)).toBe(SECRET_KEY)
})

test('without the key nothing starts, and no other one is made', async () => {
  await expect(start(OTHER_KEY)).rejects.toThrow(/^SECRET_KEY is not the key .* secrets forget\.$/)
  await expect(start()).rejects.toThrow(/secret\.key is missing, .* secrets forget\.$/)
  expect(await readdir(data_dir)).toEqual([])
})

test('what it does not open is counted, and goes when somebody says so', async () => {
  clock.advance(60_000)
  const lost = { credentials: 2, certificates: 2, webhooks: 1, settings: 1 }
  expect(await forget(OTHER_KEY, false)).toEqual(lost)
  expect(await start(SECRET_KEY)).toBe(SECRET_KEY)
  expect(await forget(OTHER_KEY, true)).toEqual(lost)
  expect(await forget(OTHER_KEY, true)).toEqual(NONE)
  expect(await start(OTHER_KEY)).toBe(OTHER_KEY)
  expect(await readSecret({ db, box }, 'mail.smtp_url')).toBe('')
  const off = await devi.call(webhooks.get, { params: { id: hook.id } })
  expect(off.body).toMatchObject({
    state: 'off',
    off_reason: expect.stringContaining('Its secret was lost.'),
  })
  const { rows: mails } = await sql`SELECT data FROM pgboss.job WHERE name = 'webhooks.mail-off'`.execute(db)
  expect(mails).toEqual([{ data: { webhook_id: hook.id } }])
  const { rows } = await sql`SELECT target_kind, field, action FROM audit_events
    WHERE actor_name = 'Lulus' AND at = ${clock.now()} ORDER BY target_kind, field`.execute(db)
  expect(rows).toEqual(
    [
      ['entity', 'simulator.certificate'],
      ['entity', 'simulator.certificate'],
      ['entity', 'simulator.credentials'],
      ['entity', 'simulator.credentials'],
      ['setting', 'mail.smtp_url'],
      ['webhook', 'is_active'],
      ['webhook', 'off_reason'],
    ].map(([target_kind, field]) => ({ target_kind, field, action: 'update' })),
  )
})
