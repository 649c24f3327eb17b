import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditLog } from '#contract/logs/audit-log.ts'
import { reports } from '#contract/reports/reports.ts'
import { DAY_MS, HOUR_MS } from '#domain/time/units.ts'
import { buildDocument } from '../../test/build.ts'
import { holdOpen, untilWaiting } from '../../test/held-open.ts'
import { download, request, requested, scheduled, workReports } from '../../test/reports/reporting.ts'
import { createWorld, type Who } from '../../test/world.ts'
import { ENTITIES } from '../demo/company.ts'
import { readMailText } from '../platform/mail/mail-text.ts'
import { beginDue } from './begin-due.job.ts'

const world = await createWorld()
/** Noon of a Sunday in Malaysia: weekly reports are due in 18 hours. */
const SUNDAY = new Date('2026-07-12T04:00:00Z')
const within = await buildDocument(world, { invoice_date: '2026-07-10' })
const outside = await buildDocument(world, { invoice_date: '2026-07-13' })

beforeEach(async () => {
  world.clock.advance(SUNDAY.getTime() - world.clock.now().getTime())
  for (const table of ['report_runs', 'report_schedules']) {
    await sql`DELETE FROM ${sql.table(table)}`.execute(world.db)
  }
  await sql`DELETE FROM pgboss.job`.execute(world.db)
})

const subscribe = async (who: Who, wanted: Parameters<typeof request>[2] = {}) => {
  const all = { report_type: 'scheduled', frequency: 'weekly', filters: {}, ...wanted } as const
  const { status, body, text } = await request(world, who, all)
  expect(status, text).toBe(201)
  return body.id
}
const sendNow = (who: Who, id: string) => world.as(who).call(reports.sendNow, { params: { id } })
/** Lets time pass, as workers do: what is due begins within a minute. */
const pass = async (ms: number) => {
  world.clock.advance(ms)
  await beginDue(world)
}
const mailNames = async () => (await readdir(world.mail_dir).catch(() => [])).toSorted()
/** The mails that came of this work, and their Message-IDs. */
const mailsOf = async (work: () => Promise<unknown>) => {
  const before = new Set(await mailNames())
  await work()
  const names = (await mailNames()).filter((name) => !before.has(name))
  return Promise.all(
    names.map(async (name) => {
      const raw = await readFile(join(world.mail_dir, name))
      return { ...readMailText(raw), id: /^Message-ID: (.+)\r$/m.exec(raw.toString())?.[1] }
    }),
  )
}

describe('a scheduled report', () => {
  test('is told with its next run, whatever days its filters name', async () => {
    const id = await subscribe('aminah', {
      filters: { status: 'Validated', invoice_date__gte: '2026-01-01', invoice_date__lte: '2026-01-02' },
      ...{ format: 'xlsx', skip_when_empty: 'true' },
    })
    expect(await scheduled(world, 'aminah')).toEqual([
      {
        ...{ id, name: 'Weekly invoices', report_type: 'scheduled', frequency: 'weekly', format: 'xlsx' },
        ...{ last_sent: null, generated_file: null, last_run: null, skip_when_empty: true },
        filters: { status: ['Validated'], sender_entity_code: ENTITIES.kinabalu.entity_code },
        ...{ owner: 'Aminah Yusof', is_own: true, state: 'active' },
        next_run: { at: '2026-07-12T22:00:00.000Z', from: '2026-07-06', to: '2026-07-12' },
      },
    ])
  })

  test('is made when its time has come, over its own days, and a link is mailed', async () => {
    const id = await subscribe('aminah')
    await pass(18 * HOUR_MS - 2)
    expect(await requested(world, 'aminah')).toEqual([])
    const mails = await mailsOf(async () => {
      await pass(1)
      await beginDue(world)
      expect(await workReports(world)).toEqual(['reports.make', 'reports.mail'])
    })
    const [run, ...others] = await requested(world, 'aminah')
    expect([run, others]).toMatchObject([
      {
        ...{ name: 'Weekly invoices, 6–12 Jul 2026', report_type: 'scheduled', frequency: 'weekly', rows: 1 },
        ...{ state: 'done', last_sent: world.clock.now().toISOString() },
        filters: { invoice_date__gte: '2026-07-06', invoice_date__lte: '2026-07-12' },
      },
      [],
    ])
    const { text } = await download(world, 'aminah', run?.id ?? '')
    expect([within, outside].map((one) => text.includes(one.invoice_number))).toEqual([true, false])
    expect(mails).toEqual([
      {
        to: 'aminah@lulus.example',
        subject: 'Report: Weekly invoices, 6–12 Jul 2026',
        text: expect.stringContaining('http://lulus.example:8080/dashboard/report'),
        id: `<report-${run?.id}@lulus.example>`,
      },
    ])
    expect(mails[0]?.text).toContain('documents with an invoice date of 6–12 Jul 2026')
    // Neither figures nor numbers leave by mail.
    expect(mails[0]?.text).not.toContain(within.invoice_number)
    expect(mails[0]?.text).not.toContain('137.50')
    expect((await scheduled(world, 'aminah'))[0]).toMatchObject({
      ...{ id, last_sent: run?.last_sent, generated_file: run?.generated_file, state: 'active' },
      last_run: { id: run?.id, state: 'done' },
    })
  })

  test('that is wanted at once is exactly what the schedule sends', async () => {
    const id = await subscribe('aminah', { filters: { sender_store_code: 'KUL01' } })
    const due = await mailsOf(() => pass(18 * HOUR_MS).then(() => workReports(world)))
    const now = await mailsOf(async () => {
      expect((await sendNow('aminah', id)).status).toBe(200)
      expect(await sendNow('aminah', id)).toMatchObject({ status: 409, body: { code: 'report_running' } })
      await workReports(world)
    })
    const words = (mails: typeof due) => mails.map(({ id: _, ...rest }) => rest)
    expect([due.length, words(now)]).toEqual([1, words(due)])
    expect(now[0]?.id).not.toBe(due[0]?.id)
    const runs = await requested(world, 'aminah')
    const files = await Promise.all(runs.map(({ id: run }) => download(world, 'aminah', run)))
    expect(files).toHaveLength(2)
    expect(files[0]?.text).toBe(files[1]?.text)
    const [first, second] = runs.map(({ id: _, generated_file: __, ...rest }) => rest)
    expect(first).toEqual(second)
  })

  test.each([
    [true, 'skipped', [], 'will be sent, unless there is nothing to report.'],
    [false, 'done', ['Report: Daily invoices, 11 Jul 2026'], 'will be sent.'],
  ])('that finds nothing, and skips what is empty: %s, is %s', async (skip, state, subjects, promise) => {
    const id = await subscribe('aminah', { frequency: 'daily', skip_when_empty: skip })
    const mails = await mailsOf(async () => {
      const { body } = await sendNow('aminah', id)
      expect(body.detail).toBe(`Daily invoices, 11 Jul 2026 is being generated and ${promise}`)
      await workReports(world)
    })
    expect((await requested(world, 'aminah'))[0]).toMatchObject({ state, rows: 0, rows_total: 0 })
    expect((await scheduled(world, 'aminah'))[0]?.last_run).toMatchObject({ state })
    expect(mails.map(({ subject }) => subject)).toEqual(subjects)
  })

  test('that was stored with words that name nothing fails, and with small letters does not', async () => {
    const id = await subscribe('aminah', { frequency: 'daily', skip_when_empty: true })
    const store = (words: object) =>
      sql`UPDATE report_schedules SET filters = filters || ${JSON.stringify(words)}::jsonb`.execute(world.db)
    const run = async () => {
      expect((await sendNow('aminah', id)).status).toBe(200)
      await workReports(world)
      return (await requested(world, 'aminah'))[0]
    }
    world.clock.advance(-DAY_MS) // The day before is that of `within`.
    await store({ customer__identity_type: ['brn'] })
    expect(await run()).toMatchObject({ state: 'done', rows: 1 })
    await store({ status: ['Pending Approval', 'Rejected'] })
    world.clock.advance(1_000)
    expect(await run()).toMatchObject({ state: 'done', rows: 1 })
    await store({ status: ['Rejected'] })
    world.clock.advance(1_000)
    const fault = 'Its filters name what does not exist: Rejected. Create it anew.'
    expect(await run()).toMatchObject({ state: 'failed', fault })
  })

  test('that fails says why, and after three times in a row by one mail', async () => {
    const id = await subscribe('ezra', { frequency: 'daily' })
    const flags = { gone: sql`DELETE FROM user_groups WHERE user_id = ${world.company.users.ezra}` }
    const groups = await sql<{ group_id: string }>`SELECT group_id FROM user_groups
      WHERE user_id = ${world.company.users.ezra}`.execute(world.db)
    await flags.gone.execute(world.db)
    const mails = await mailsOf(async () => {
      for (let day = 0; day < 5; day += 1) {
        await pass(DAY_MS)
        await workReports(world)
      }
    })
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['ezra@lulus.example', 'Your scheduled report fails: Daily invoices, 14 Jul 2026'],
    ])
    expect(mails[0]?.text).toContain('may not take documents away as files any more')
    const [seen] = await scheduled(world, 'devi')
    expect(seen).toMatchObject({ id, owner: 'Ezra Lasimbang', is_own: false, state: 'failing' })
    for (const { group_id } of groups.rows) {
      await sql`INSERT INTO user_groups (user_id, group_id)
        VALUES (${world.company.users.ezra}, ${group_id})`.execute(world.db)
    }
    const retried = await mailsOf(async () => {
      const params = { id: seen?.last_run?.id ?? '' }
      expect((await world.as('ezra').call(reports.retry, { params })).status).toBe(200)
      await workReports(world)
    })
    expect(retried.map(({ subject }) => subject)).toEqual(['Report: Daily invoices, 16 Jul 2026'])
    expect((await scheduled(world, 'ezra'))[0]).toMatchObject({ state: 'active', last_run: { fault: '' } })
  })

  test('rests while its owner is deactivated, and goes on with the next run', async () => {
    const id = await subscribe('ezra', { frequency: 'daily' })
    const activate = (is_active: boolean) =>
      sql`UPDATE users SET is_active = ${is_active} WHERE id = ${world.company.users.ezra}`.execute(world.db)
    await activate(false)
    for (let day = 0; day < 3; day += 1) await pass(DAY_MS)
    expect(await workReports(world)).toEqual([])
    expect(await scheduled(world, 'devi')).toMatchObject([{ id, state: 'paused', last_run: null }])
    const paused = { status: 409, body: { code: 'report_paused' } }
    expect(await sendNow('devi', id)).toMatchObject(paused)
    expect(await scheduled(world, 'devi')).toMatchObject([{ last_run: null }])
    await activate(true)
    await pass(HOUR_MS)
    expect(await requested(world, 'ezra')).toEqual([])
    await pass(DAY_MS)
    expect((await requested(world, 'ezra')).map(({ name }) => name)).toEqual(['Daily invoices, 15 Jul 2026'])
  })

  test('whose owner is deactivated is not made once more either, and stays as it is', async () => {
    const id = await subscribe('ezra', { frequency: 'daily' })
    await sendNow('ezra', id)
    await sql`UPDATE users SET is_active = FALSE WHERE id = ${world.company.users.ezra}`.execute(world.db)
    await workReports(world)
    const [failed] = await scheduled(world, 'devi')
    const fault = 'The account of its owner is deactivated.'
    expect(failed).toMatchObject({ state: 'paused', last_run: { state: 'failed', fault } })
    const retry = () => world.as('devi').call(reports.retry, { params: { id: failed?.last_run?.id ?? '' } })
    expect(await retry()).toMatchObject({ status: 409, body: { code: 'report_paused', detail: fault } })
    expect(await scheduled(world, 'devi')).toEqual([failed])
    await sql`UPDATE users SET is_active = TRUE WHERE id = ${world.company.users.ezra}`.execute(world.db)
    expect(await retry()).toMatchObject({ status: 200 })
    expect(await workReports(world)).toContain('reports.mail')
    const log = await world.as('devi').call(auditLog.list, { query: { target: `report_schedule:${id}` } })
    expect(log.body.results).toMatchObject([
      {
        ...{ request_user_name: 'Devi Krishnan', action: 'UPDATE', target_name: 'Daily invoices' },
        ...{ field_name: 'retried', new_value: 'Daily invoices, 11 Jul 2026' },
      },
    ])
  })

  test('is begun once for each run that came while nothing ran', async () => {
    await subscribe('aminah', { frequency: 'daily' })
    await subscribe('aminah', { frequency: 'monthly' })
    await pass(21 * DAY_MS)
    await beginDue(world)
    const names = (await world.as('aminah').call(reports.requested, { query: { page_size: '50' } })).body
      .results
    expect(names.map(({ name }) => name).toSorted()).toEqual(
      [
        ...Array.from({ length: 20 }, (_, day) => `Daily invoices, ${12 + day} Jul 2026`),
        ...['Daily invoices, 1 Aug 2026', 'Monthly invoices, 1–31 Jul 2026'],
      ].toSorted(),
    )
  })

  test('is its owner’s; a superadmin sees it, sends it to its owner, and deletes it on the record', async () => {
    const id = await subscribe('aminah')
    for (const who of ['ezra', 'gita', 'chong'] as const) {
      expect(await scheduled(world, who)).toEqual([])
      expect((await sendNow(who, id)).status).toBe(404)
      expect((await world.as(who).call(reports.remove, { params: { id } })).status).toBe(404)
    }
    const mails = await mailsOf(async () => {
      expect((await sendNow('devi', id)).status).toBe(200)
      await workReports(world)
    })
    expect(mails.map(({ to }) => to)).toEqual(['aminah@lulus.example'])
    expect(await requested(world, 'devi')).toEqual([])
    expect((await world.as('devi').call(reports.remove, { params: { id } })).status).toBe(200)
    expect(await scheduled(world, 'aminah')).toEqual([])
    const log = await world.as('devi').call(auditLog.list, { query: { target: `report_schedule:${id}` } })
    expect(log.body.results.map(({ field_name, new_value }) => [field_name, new_value])).toEqual([
      ['owner_id', ''],
      ['frequency', ''],
      ['name', ''],
      ['sent_now', 'Weekly invoices, 29 Jun – 5 Jul 2026'],
    ])
    expect(log.body.results[0]?.target_name).toBe('Weekly invoices')
    expect(await requested(world, 'aminah')).toHaveLength(1)
  })

  test('that is deleted while it is being made mails nothing', async () => {
    const id = await subscribe('aminah')
    const mails = await mailsOf(async () => {
      await sendNow('aminah', id)
      await world.as('aminah').call(reports.remove, { params: { id } })
      await workReports(world)
    })
    expect(mails).toEqual([])
    expect((await requested(world, 'aminah'))[0]).toMatchObject({ state: 'done' })
  })

  test('that is deleted in the moment its run ends waits for nobody who waits for it', async () => {
    const id = await subscribe('aminah')
    await sendNow('aminah', id)
    const mails = await mailsOf(async () => {
      const held = Promise.withResolvers<void>()
      const deletion = holdOpen(world, async (tx) => {
        await sql`SELECT FROM report_schedules WHERE id = ${id} FOR UPDATE`.execute(tx)
        held.resolve()
        await untilWaiting(world.db, () => 1)
        await sql`DELETE FROM report_schedules WHERE id = ${id}`.execute(tx)
      })
      await held.promise
      const working = workReports(world)
      await (await deletion).commit()
      expect(await working).toEqual(['reports.make'])
    })
    expect(mails).toEqual([])
    expect((await requested(world, 'aminah'))[0]).toMatchObject({ state: 'done' })
  })

  test('greets by their sign-in whoever has told no name', async () => {
    const { aminah } = world.company.users
    await sql`UPDATE users SET first_name = '', last_name = '' WHERE id = ${aminah}`.execute(world.db)
    const id = await subscribe('aminah')
    const [mail] = await mailsOf(() => sendNow('aminah', id).then(() => workReports(world)))
    await sql`UPDATE users SET first_name = 'Aminah', last_name = 'Yusof' WHERE id = ${aminah}`.execute(
      world.db,
    )
    expect(mail?.text).toMatch(/^Hello aminah,/m)
  })

  test('is one of fifty at most, however many are asked for at once', async () => {
    await sql`INSERT INTO report_schedules
        (user_id, name, frequency, format, skip_when_empty, filters, next_run_at, created_at)
      SELECT ${world.company.users.aminah}, 'Weekly', 'weekly', 'csv', FALSE, '{}', 'infinity', now()
      FROM generate_series(1, 49)`.execute(world.db)
    const ask = () => request(world, 'aminah', { report_type: 'scheduled', frequency: 'daily', filters: {} })
    const answers = await Promise.all(Array.from({ length: 6 }, ask))
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused.map(({ body }) => body)).toMatchObject(Array(5).fill({ code: 'too_many_schedules' }))
    expect(await scheduled(world, 'aminah')).toHaveLength(50)
  })
})
