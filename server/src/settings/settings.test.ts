import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { session } from '#contract/people/session.ts'
import { createWorld } from '../../test/world.ts'
import { loadCaller } from '../access/caller.ts'
import { forgetSettings, readSetting } from './read.ts'
import { writeSetting } from './write.ts'

const world = await createWorld()
const { db, clock, company } = world
const now = clock.now()
const devi = await loadCaller(db, await world.tokenHeader(company.users.devi), { now, idle_ms_max: 900_000 })

describe('a setting', () => {
  it('has its default until somebody sets it', async () => {
    expect(await readSetting(db, 'approval.allow_self_approval')).toBe(false)
    expect(await readSetting(db, 'session.idle_ms_max')).toBe(900_000)
    expect(await readSetting(db, 'submission.resend_unknown')).toBe('simulator')
  })

  it('holds from the next read once it is written, and the audit log says who changed what', async () => {
    await writeSetting(db, { caller: devi, key: 'approval.allow_self_approval', value: true, now })
    expect(await readSetting(db, 'approval.allow_self_approval')).toBe(true)
    const { rows } = await sql`SELECT user_id, action, target_kind, field, old_value, new_value
      FROM audit_events`.execute(db)
    expect(rows).toEqual([
      {
        user_id: company.users.devi,
        action: 'update',
        target_kind: 'setting',
        field: 'approval.allow_self_approval',
        old_value: 'false',
        new_value: 'true',
      },
    ])
  })

  it('that is written with the value it has leaves no line in the audit log', async () => {
    const lines = async () =>
      (await sql<{ count: string }>`SELECT count(*) FROM audit_events`.execute(db)).rows[0]?.count
    const before = await lines()
    await writeSetting(db, { caller: devi, key: 'poll.interval_ms', value: 3_000, now })
    expect(await lines()).toBe(before)
  })

  it('is refused out of its range, and nothing is stored', async () => {
    await expect(
      writeSetting(db, { caller: devi, key: 'session.idle_ms_max', value: 1, now }),
    ).rejects.toThrow()
    expect(await readSetting(db, 'session.idle_ms_max')).toBe(900_000)
  })

  it('for the support is an e-mail address or empty', async () => {
    const change = { caller: devi, key: 'support.email', now } as const
    await expect(writeSetting(db, { ...change, value: 'javascript:alert(1)' })).rejects.toThrow()
    await writeSetting(db, { ...change, value: 'it@kinabalu.example' })
    await writeSetting(db, { ...change, value: '' })
    expect(await readSetting(db, 'support.email')).toBe('')
  })

  it('that was spoiled in the database fails loudly instead of meaning something', async () => {
    await sql`UPDATE settings SET value = '"perhaps"' WHERE key = 'approval.allow_self_approval'`.execute(db)
    forgetSettings(db)
    await expect(readSetting(db, 'approval.allow_self_approval')).rejects.toThrow()
  })

  it('moves the idle limit of sessions for every caller', async () => {
    const headers = await world.tokenHeader(company.users.aminah)
    await writeSetting(db, { caller: devi, key: 'session.idle_ms_max', value: 60_000, now })
    const ask = () => world.as('nobody').call(session.permissions, {}, { headers })
    expect((await ask()).status).toBe(200)
    clock.advance(60_001)
    expect((await ask()).status).toBe(401)
  })
})

it.each([
  [{ simulator: true, preprod: true, prod: true }, 'everywhere'],
  [{ simulator: true, preprod: true, prod: false }, 'preprod'],
  [{ simulator: true, preprod: false, prod: false }, 'simulator'],
  [{ simulator: false, preprod: false, prod: true }, 'nowhere'],
])('where lost submissions were sent again stays what it was, and never more: %j', async (before, after) => {
  const folder = join(import.meta.dirname, '../../migrations')
  const file = (await readdir(folder)).find((name) => name.endsWith('-resend-choice.sql')) ?? ''
  await sql`DELETE FROM settings WHERE key = 'submission.resend_unknown'`.execute(db)
  await sql`INSERT INTO settings (key, category, value, modified_at)
    VALUES ('submission.resend_unknown', 'submission', ${JSON.stringify(before)}, now())`.execute(db)
  const migration = await readFile(join(folder, file), 'utf8')
  for (const _ of ['once', 'twice']) await sql.raw(migration).execute(db)
  forgetSettings(db)
  expect(await readSetting(db, 'submission.resend_unknown')).toBe(after)
})
