import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type SettingRow, settings } from '#contract/installation/settings.ts'
import { auditLog } from '#contract/logs/audit-log.ts'
import { session } from '#contract/people/session.ts'
import { type PublicKey, SETTING_KEYS, SETTINGS } from '#domain/settings/list.ts'
import { readValue } from '#domain/settings/read-value.ts'
import { clientOf } from '../../test/client.ts'
import { createWorld, SECRET_KEY, UNREACHABLE } from '../../test/world.ts'
import { buildApp } from '../app.ts'
import { secretBox } from '../platform/crypto/secret-box.ts'
import { connectTo, inTransaction } from '../platform/db/database.ts'
import { startMailServer } from '../platform/mail/fixtures/mail-server.ts'
import { openMailBy } from '../platform/mail/mail.ts'
import { readMailServer } from './mail-server.ts'
import { forgetSettings, readSecret, readSetting } from './read.ts'
import { putSetting } from './rows.ts'
import { writeSetting } from './write.ts'

const world = await createWorld()
const { db, clock, box } = world
const devi = world.as('devi')

const list = async () => (await devi.call(settings.list, {})).body.results
const find = async (key: PublicKey): Promise<SettingRow> => {
  const row = (await list()).find((one) => one.key === key)
  if (!row) throw new Error(`There is no ${key}.`)
  return row
}
const put = (id: string, body: object) => devi.callWrongly(settings.update, { params: { id }, body })
const told = async () => {
  const { rows } = await sql<{ target_id: string; old_value: string; new_value: string }>`
    SELECT target_id, old_value, new_value FROM audit_events
    WHERE target_kind = 'setting' ORDER BY nr`.execute(db)
  return rows.map(({ target_id, old_value, new_value }) => [target_id, old_value, new_value])
}

beforeEach(async () => {
  await sql`DELETE FROM settings`.execute(db)
  await sql`DELETE FROM audit_events`.execute(db)
  forgetSettings(db)
  clock.advance(1_000)
})

describe('the settings', () => {
  it('are listed in their groups, each with what it does and its default', async () => {
    const rows = await list()
    expect(rows.map(({ key }) => key)).toEqual(SETTING_KEYS)
    expect(new Set(rows.map(({ category }) => category)).size).toBeLessThan(rows.length)
    expect(rows[0]).toEqual({
      ...{ id: 'support.email', category: 'General', key: 'support.email', value: '', default_value: '' },
      ...{ is_set: false, label: 'Support address', modified_at: null },
      description: SETTINGS['support.email'].about,
    })
  })

  it.each([
    ['approval.allow_self_approval', true, ['false', 'true']],
    ['session.idle_ms_max', 600_000, ['900000', '600000']],
    ['submission.ask_after_ms', '10000, 20000', ['[30000,120000]', '[10000,20000]']],
    ['submission.resend_unknown', 'nowhere', ['simulator', 'nowhere']],
    ['support.email', 'it@kinabalu.example', ['', 'it@kinabalu.example']],
  ] as const)(
    '%s becomes %j at once, and the log that its History opens has one row',
    async (key, value, change) => {
      const answer = await put(key, { ...(await find(key)), value })
      expect([answer.status, answer.body]).toEqual([200, { ...(await find(key)), value, is_set: true }])
      expect(readValue(SETTINGS[key], value)).toEqual({ value: await readSetting(db, key) })
      const { body } = await devi.call(auditLog.list, { query: { target: `setting:${key}` } })
      expect(body.results.map(({ old_value, new_value }) => [old_value, new_value])).toEqual([change])
    },
  )

  it('refuse a bad value with the reason, and nothing is stored', async () => {
    const wrong = await put('session.idle_ms_max', { value: 1 })
    const reason = 'Please enter a time from 1 min to 12 h.'
    expect([wrong.status, wrong.body.value]).toEqual([400, [reason]])
    expect((await put('session.idle_ms_max', { value: { $gt: 0 } })).status).toBe(400)
    expect((await put('session.idle_ms_max', {})).status).toBe(400)
    expect([await told(), (await find('session.idle_ms_max')).modified_at]).toEqual([[], null])
  })

  it.each(['demo.history', 'constructor', '__proto__', 'nothing'])('have no %s', async (key) => {
    expect((await put(key, { value: 'done' })).status).toBe(404)
  })

  it('tell the second of two people that the first changed it, and to what', async () => {
    const seen = await find('poll.interval_ms')
    expect((await put(seen.id, { ...seen, value: 5_000 })).status).toBe(200)
    clock.advance(1_000)
    const second = await put(seen.id, { ...seen, value: 9_000 })
    expect([second.status, second.body.code]).toEqual([409, 'changed_meanwhile'])
    expect(second.body.detail).toBe(
      'Asking for verdicts was changed by someone else. It is now: 5 s. Look at it again.',
    )
    // The same once more is no change: its answer may have been lost.
    expect((await put(seen.id, { ...seen, value: 5_000 })).status).toBe(200)
    expect(await told()).toEqual([['poll.interval_ms', '3000', '5000']])
    expect((await put(seen.id, { value: 9_000 })).status).toBe(200)
  })

  it('come back as they were answered: a secret, answered as null, stays; others need a value', async () => {
    await put('mail.smtp_url', { value: 'smtp://mail.lulus.example' })
    await sql`DELETE FROM audit_events`.execute(db)
    const seen = await find('mail.smtp_url')
    expect(seen).toMatchObject({ value: null, is_set: true })
    expect(await put(seen.id, seen)).toMatchObject({ status: 200, body: seen })
    expect(await put('poll.interval_ms', { value: null })).toMatchObject({
      status: 400,
      body: { value: ['Please send the value of the setting.'] },
    })
    expect(await told()).toEqual([])
  })

  it('let one of two pass who change the same at once', async () => {
    const seen = await find('poll.interval_ms')
    const both = await Promise.all([5_000, 9_000].map((value) => put(seen.id, { ...seen, value })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await told()).toHaveLength(1)
  })

  it('become their defaults, all at once, each with a row of the log where it was something else', async () => {
    const secret = 'smtp://lulus:Kelapa-Muda-31@mail.lulus.example'
    await put('poll.interval_ms', { value: 5_000 })
    await put('support.email', { value: '' })
    await put('mail.smtp_url', { value: secret })
    await writeSetting(db, { caller: undefined, key: 'demo.history', value: 'done', now: clock.now() })
    await sql`DELETE FROM audit_events`.execute(db)
    const { status, body } = await devi.call(settings.restore, { body: undefined })
    expect([status, body.results]).toEqual([200, await list()])
    expect(body.results.filter(({ is_set }) => is_set)).toEqual([])
    expect(await told()).toEqual([
      ['mail.smtp_url', '', 'removed'],
      ['poll.interval_ms', '5000', '3000'],
    ])
    expect(await readSetting(db, 'demo.history')).toBe('done')
    expect(await readSetting(db, 'poll.interval_ms')).toBe(3_000)
  })

  it('keep what somebody set after the question that names what goes, and say which that is', async () => {
    await put('poll.interval_ms', { value: 5_000 })
    const seen = Object.fromEntries(
      (await list()).filter(({ is_set }) => is_set).map(({ id, modified_at }) => [id, modified_at]),
    )
    const restore = (body: { seen: typeof seen }) => devi.call(settings.restore, { body })
    clock.advance(1_000)
    await put('support.email', { value: 'it@kinabalu.example' })
    const added = await restore({ seen })
    expect([added.status, added.body.code, added.body.detail]).toEqual([
      409,
      'changed_meanwhile',
      'Support address was changed by someone else. It is now: it@kinabalu.example. Look at it again.',
    ])
    await put('support.email', { value: '' })
    await put('poll.interval_ms', { value: 6_000 })
    expect((await restore({ seen })).body.detail).toMatch(/^Asking for verdicts was changed by someone else/)
    expect((await find('poll.interval_ms')).value).toBe(6_000)
    const { modified_at } = await find('poll.interval_ms')
    const now = { 'poll.interval_ms': modified_at }
    expect((await restore({ seen: now })).status).toBe(200)
    // Its answer may have been lost.
    expect((await restore({ seen: now })).status).toBe(200)
    expect((await list()).filter(({ is_set }) => is_set)).toEqual([])
  })

  it('that were spoiled in the database wait for a better value', async () => {
    await sql`INSERT INTO settings (key, category, value, modified_at)
      VALUES ('poll.interval_ms', 'poll', '"often"', now())`.execute(db)
    const spoiled = await find('poll.interval_ms')
    expect([spoiled.value, spoiled.is_set]).toEqual([null, true])
    expect((await put(spoiled.id, { ...spoiled, value: 4_000 })).status).toBe(200)
  })
})

describe('a secret setting', () => {
  const secret = 'smtp://lulus:Rahsia-Surat-Besar-88@mail.lulus.example:587'
  const key = 'mail.smtp_url'

  it('is sealed where it is kept, and stands in no answer and no log', async () => {
    const answer = await put(key, { value: secret })
    expect(answer.body).toMatchObject({ value: null, default_value: '', is_set: true })
    expect(await find(key)).toEqual(answer.body)
    expect(await readSecret({ db, box }, key)).toBe(secret)
    expect(await told()).toEqual([[key, '', 'changed']])
    expect(await world.findLeaks()).toEqual([])
    await put(key, { value: secret })
    expect(await told()).toHaveLength(1)
    expect((await put(key, { value: '' })).body.is_set).toBe(false)
    expect(await readSecret({ db, box }, key)).toBe('')
    expect((await told()).at(-1)).toEqual([key, '', 'removed'])
  })

  it('that was sealed with another key can be set anew', async () => {
    const foreign = JSON.stringify(secretBox('ab'.repeat(32)).seal(secret))
    const row = { key, category: 'Mail', value: foreign, modified_at: clock.now(), modified_by: null }
    await inTransaction(db, (tx) => putSetting(tx, row))
    expect((await find(key)).is_set).toBe(true)
    expect((await put(key, { value: secret })).status).toBe(200)
    expect(await readSecret({ db, box }, key)).toBe(secret)
  })
})

describe('another process', () => {
  const other = connectTo(world.connection, { pool_max: 2, log: world.log })
  const closing: (() => Promise<unknown>)[] = [() => other.close()]
  afterAll(() => Promise.all(closing.map((close) => close())))
  const within = { timeout: 10_000, interval: 100 }

  it('follows within seconds', async () => {
    const { engine, pdf, hub, files, mail_dir, anchors } = world
    const app = await buildApp({
      context: {
        ...{
          db: other.db,
          engine,
          pdf,
          hub,
          files,
          mail_dir,
          anchors,
          smtp_url: undefined,
          mail_from: 'lulus@lulus.example',
        },
        ...{ secret_key: SECRET_KEY, public_url: '', simulator_url: UNREACHABLE, directory: undefined },
        webhook_networks: [],
        has_simulator: true,
      },
      ...{ clock, log: world.log, probes: {}, https: false, trusted_proxies: [], validate_replies: true },
    })
    closing.unshift(() => app.close())
    const options = async () => (await clientOf(app, async () => ({})).call(session.options, {})).body
    expect((await options()).support_email).toBe('')
    await put('support.email', { value: 'it@kinabalu.example' })
    await put('session.idle_ms_max', { value: 120_000 })
    await expect
      .poll(options, within)
      .toMatchObject({ support_email: 'it@kinabalu.example', idle_ms_max: 120_000 })
  })

  it('posts by the mail server that was set, unless the operator chose one', async () => {
    const server = await startMailServer()
    const mine = await startMailServer()
    const by = { db: other.db, box, smtp_url: undefined }
    const sendBy = (given: typeof by | { smtp_url: string }) =>
      openMailBy(() => readMailServer({ ...by, ...given }), {
        mail_from: 'lulus@lulus.example',
        data_dir: world.files_dir,
      })
    const letter = { subject: 'A trial', paragraphs: ['Hello.'] }
    await put('mail.smtp_url', { value: `smtp://127.0.0.1:${server.port}` })
    await expect
      .poll(async () => {
        await sendBy(by)('siti@lulus.example', letter)
        return server.received.length
      }, within)
      .toBeGreaterThan(0)
    const came = server.received.length
    await sendBy({ smtp_url: `smtp://127.0.0.1:${mine.port}` })('siti@lulus.example', letter)
    expect([server.received.length, mine.received.length]).toEqual([came, 1])
    await Promise.all([server.close(), mine.close()])
  })
})
