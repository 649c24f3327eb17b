import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { notices } from '#contract/notifications/notices.ts'
import { changeRequests } from '#contract/people/change-requests.ts'
import { groups } from '#contract/people/groups.ts'
import { profile } from '#contract/people/profile.ts'
import { session } from '#contract/people/session.ts'
import { rules } from '#contract/shaping/rules.ts'
import type { KindKey } from '#domain/notifications/kinds.ts'
import { DAY_MS, HOUR_MS } from '#domain/time/units.ts'
import { buildDocument, decide } from '../../test/build.ts'
import { createWorld, PUBLIC_URL, SECRET_KEY, type Who } from '../../test/world.ts'
import { startMailServer } from '../platform/mail/fixtures/mail-server.ts'
import { openMail } from '../platform/mail/mail.ts'
import { copies } from './fixtures/copies.ts'
import { hearAll } from './fixtures/hearing.ts'
import { lookAtCertificates } from './hearing/certificates.ts'
import { hearMoves, hearNotes } from './hearing/documents.ts'
import { gatherDigests, gatherLetters, QUIET_MS } from './letters/gather.ts'
import { sendLetter } from './letters/send.job.ts'

const world = await createWorld({ simulator: true })
const { db, clock, engine, company } = world
const server = await startMailServer()
afterAll(() => server.close())
const send = openMail({
  ...{
    smtp_url: `smtp://127.0.0.1:${server.port}`,
    mail_from: 'lulus@lulus.example',
    data_dir: world.files_dir,
  },
})
const by = { ...engine, send, public_url: PUBLIC_URL, secret_key: SECRET_KEY }

beforeEach(async () => {
  await sql`DELETE FROM pgboss.job`.execute(db)
  await sql`TRUNCATE notices, notice_marks, notice_letters`.execute(db)
  await sql`UPDATE users SET notification_ways = '{"request_waiting": "off", "certificate_ending": "off"}'`.execute(
    db,
  )
  server.received.length = 0
})

const choose = (who: Who, ways: Partial<Record<KindKey, 'at_once' | 'digest' | 'in_app'>>) =>
  world.as(who).callWrongly(profile.setNotifications, {
    body: { notification_preferences: Object.keys(ways), notification_ways: ways },
  })
/** Sends what was written down, as the worker does; answers the letters. */
const sendAll = async () => {
  const { rows } = await sql<{ data: { letter_id: string } }>`
    DELETE FROM pgboss.job WHERE name = 'notifications.letter' RETURNING data`.execute(db)
  for (const { data } of rows) await sendLetter(by, data)
  return rows.map(({ data }) => data)
}
const gather = async (kind: KindKey) => {
  await gatherLetters(engine, { kind })
  return sendAll()
}
/** What came, with its folded headers and its quoted lines as they were before. */
const received = () =>
  server.received.map(({ to, raw }) => {
    const [head = '', ...parts] = raw.split('\r\n\r\n')
    const body = parts.join('\r\n\r\n').replaceAll('=\r\n', '').replaceAll('=3D', '=')
    return { to: to[0], raw: `${head.replace(/\r\n[ \t]/g, ' ')}\r\n\r\n${body}` }
  })
const fail = async (size: number) => {
  const { id } = await buildDocument(world, { status: 'Submission Failed' })
  const history_ids = await copies(world, id, size - 1)
  await hearAll(world)
  if (history_ids.length > 0) await hearMoves(engine, { history_ids })
  clock.advance(QUIET_MS)
  return id
}

describe('mail at once', () => {
  test('is one for 500 failures, as text and as HTML, to whoever wants it', async () => {
    await choose('bakri', { submission_failed: 'at_once' })
    await fail(500)
    await gather('submission_failed')
    const [mail, ...others] = received()
    expect([mail?.to, others]).toEqual(['bakri@lulus.example', []])
    const sentence = '500 documents of Kinabalu Trading Sdn Bhd could not be sent to LHDN.'
    expect(mail?.raw).toContain(`Subject: ${sentence}`)
    const [, text = '', html = ''] = mail?.raw.split(/Content-Type: text\/(?:plain|html)/) ?? []
    const url = `${PUBLIC_URL}/dashboard/invoices?tab=Failed&sender_store_code=KUL01`
    expect(text).toContain(`Hello Bakri Hassan,`)
    const said = `${sentence}\r\nAll are trials without legal effect.`
    expect(text).toContain(`${said}\r\n${url}`)
    expect(html).toContain(`<a href="${url.replaceAll('&', '&amp;')}">${said}</a>`)
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(mail?.raw).not.toContain('List-Unsubscribe')
    await gather('submission_failed')
    expect(received(), 'nothing is new').toHaveLength(1)
  })

  test('tells nothing that stood already when it was chosen, also when it is chosen anew', async () => {
    const subjects = () => received().map(({ raw }) => /Subject: (.*?)\r/.exec(raw)?.[1])
    await fail(4)
    for (const more of [2, 3]) {
      await choose('bakri', { submission_failed: 'in_app' })
      await fail(1)
      await choose('bakri', { submission_failed: 'at_once' })
      await fail(more)
      await gather('submission_failed')
      expect(subjects().at(-1)).toBe(
        `${more} documents of Kinabalu Trading Sdn Bhd could not be sent to LHDN.`,
      )
    }
    await choose('bakri', { submission_failed: 'at_once', invalid: 'at_once' })
    await fail(1)
    await choose('bakri', { submission_failed: 'at_once' })
    await gather('submission_failed')
    expect(subjects(), 'what was at once before and stays so is told').toHaveLength(3)
  })

  test('tells what comes after an item was snoozed, and nothing of what is', async () => {
    await choose('bakri', { submission_failed: 'at_once' })
    await fail(2)
    await gather('submission_failed')
    const topic = company.entities.kinabalu
    await world.as('bakri').call(notices.mark, {
      ...{ params: { kind: 'submission_failed', topic }, body: { box: 'snoozed', until: 'monday' } },
    })
    await gather('submission_failed')
    expect(received()).toHaveLength(1)
    await fail(1)
    await gather('submission_failed')
    expect(received().map(({ raw }) => /Subject: (\S+)/.exec(raw)?.[1])).toEqual([
      '2',
      expect.stringMatching(/^M-KUL01/),
    ])
  })

  test('waits until nothing more comes, though never for long', async () => {
    await choose('bakri', { submission_failed: 'at_once' })
    const { id } = await buildDocument(world, { status: 'Submission Failed' })
    await hearAll(world)
    const waiting = async () => {
      await gatherLetters(engine, { kind: 'submission_failed' })
      const { rows } = await sql<{ key: string; seconds: number }>`
        DELETE FROM pgboss.job WHERE name = 'notifications.gather' AND state = 'created'
        RETURNING singleton_key AS key, round(extract(epoch FROM start_after - created_on))::int AS seconds`.execute(
        db,
      )
      return rows
    }
    expect(await waiting()).toEqual([{ key: 'submission_failed', seconds: 60 }])
    for (let minute = 1; minute < 10; minute += 1) {
      clock.advance(59_000)
      await hearMoves(engine, { history_ids: await copies(world, id, 1) })
      expect(await waiting()).toHaveLength(1)
    }
    clock.advance(600_000 - 9 * 59_000)
    expect(await waiting()).toEqual([])
    await sendAll()
    expect(received().map(({ raw }) => /Subject: (\d+)/.exec(raw)?.[1])).toEqual(['10'])
  })

  test('tells nothing that its reader sees no more, and nothing to somebody who was switched off', async () => {
    for (const who of ['aminah', 'bakri', 'gita'] as const)
      await choose(who, { submission_failed: 'at_once' })
    await fail(3)
    await gatherLetters(engine, { kind: 'submission_failed' })
    await sql`DELETE FROM user_store_codes WHERE user_id = ${company.users.bakri}
      AND store_code_id = ${company.stores.KUL01}`.execute(db)
    await sql`UPDATE users SET is_active = false WHERE id = ${company.users.gita}`.execute(db)
    expect(await sendAll()).toHaveLength(3)
    expect(received().map(({ to }) => to)).toEqual(['aminah@lulus.example'])
    await sql`UPDATE users SET is_active = true WHERE id = ${company.users.gita}`.execute(db)
    await sql`INSERT INTO user_store_codes (user_id, store_code_id)
      VALUES (${company.users.bakri}, ${company.stores.KUL01})`.execute(db)
  })

  test('says of a certificate that has ended that it has', async () => {
    await choose('devi', { certificate_ending: 'at_once' })
    const { kinabalu } = company.entities
    await sql`UPDATE entity_certificates SET not_after = ${new Date(clock.now().getTime() + 36 * HOUR_MS)}
      WHERE sender_entity_id = ${kinabalu}`.execute(db)
    const told = async () => {
      await lookAtCertificates(engine)
      clock.advance(QUIET_MS)
      await gather('certificate_ending')
      return received().map(({ raw }) => /Subject: (The signing [^\r]*)/.exec(raw)?.[1])
    }
    const soon = 'The signing certificate of Kinabalu Trading Sdn Bhd ends soon.'
    expect(await told()).toEqual([expect.stringMatching(`^${soon} Until `)])
    clock.advance(2 * DAY_MS)
    expect((await told()).slice(1)).toEqual([
      'The signing certificate of Kinabalu Trading Sdn Bhd has expired; its documents wait.',
    ])
    await sql`UPDATE entity_certificates SET not_after = ${new Date(clock.now().getTime() + 99 * DAY_MS)}
      WHERE sender_entity_id = ${kinabalu}`.execute(db)
  })

  test('is not sent about what was done before it went', async () => {
    await choose('bakri', { approval_waiting: 'at_once' })
    const { id } = await buildDocument(world)
    await hearAll(world)
    clock.advance(QUIET_MS)
    await gatherLetters(engine, { kind: 'approval_waiting' })
    await decide(world, 'bakri', id)
    await hearAll(world)
    expect(await sendAll()).toHaveLength(1)
    expect(received()).toEqual([])
  })

  test('goes out under one name, however often it is tried', async () => {
    await choose('bakri', { submission_failed: 'at_once' })
    await fail(1)
    const [letter] = await gather('submission_failed')
    if (!letter) throw new Error('No letter was written.')
    await sendLetter(by, letter)
    expect(received()).toHaveLength(1)
    // It ended between the mail and the note of it.
    await sql`UPDATE notice_letters SET settled_at = NULL`.execute(db)
    await sendLetter(by, letter)
    const names = received().map(({ raw }) => /^Message-ID: (.*)\r$/im.exec(raw)?.[1])
    expect(names).toEqual([`<${letter.letter_id}@lulus.example>`, names[0]])
  })

  test('of what the law puts a clock on is for superadmins who chose nothing, and for nobody else', async () => {
    await sql`UPDATE users SET notification_ways = '{}'`.execute(db)
    await choose('farid', { rejection_requested: 'in_app' })
    const { id } = await buildDocument(world, { status: 'Validated' })
    await sql`UPDATE documents SET reject_requested_at = ${clock.now()}, validated_at = ${clock.now()}
      WHERE id = ${id}`.execute(db)
    await hearNotes(engine, { document_ids: [id] })
    clock.advance(QUIET_MS)
    await gather('rejection_requested')
    expect(received().map(({ to }) => to)).toEqual(['devi@lulus.example'])
    const { body } = await world.as('devi').call(session.profile, {})
    const lawful = { rejection_requested: 'at_once', submission_deadline: 'at_once' }
    expect(body.notification_ways).toMatchObject({
      ...lawful,
      cancellation_failed: 'at_once',
      invalid: 'in_app',
    })
  })

  test('reaches those who decide a change request', async () => {
    await choose('farid', { request_waiting: 'at_once' })
    const listed = await world.as('devi').call(groups.list, {})
    const group_id = listed.body.results.find(({ name }) => name === 'Makers')?.id ?? ''
    const change = { action: 'edit' as const, group_id, name: 'Creators', reason: 'Clearer' }
    await world
      .as('devi')
      .call(changeRequests.askGroup, { body: { ...change, permissions: ['can_create_invoice'] } })
    await hearAll(world)
    clock.advance(QUIET_MS)
    await gather('request_waiting')
    expect(received()).toMatchObject([
      {
        to: 'farid@lulus.example',
        raw: expect.stringContaining('Subject: A change waits for a decision: Edit group'),
      },
    ])
  })
})

test('a mail about a rejected rule says why, in the words of whoever rejected it, and leads to the rules', async () => {
  await choose('ezra', { request_decided: 'at_once' })
  const rule = { field: 'document_remarks', condition: 'regex', value: 'A.*', error_message: 'No remarks.' }
  const asked = await world.as('ezra').callWrongly(rules.ask, { body: { ...rule, reason: 'Head office' } })
  await world.as('farid').call(changeRequests.decide, {
    body: { approval_id: asked.body.id, decision: 'reject', rejection_reason: 'Only with <agents>.' },
  })
  await hearAll(world)
  clock.advance(QUIET_MS)
  await gather('request_decided')
  const raw = received()[0]?.raw
  // The quotation marks are written in figures.
  expect(raw).toMatch(
    /rejected: Create validation rule Remarks regex\.\r\n\S+Only with <agents>\.\S+\r\nhttp\S+\r/,
  )
  expect(raw).toContain(`${PUBLIC_URL}/data-mapping/validation-rules`)
  expect(raw).toContain('Only with &lt;agents&gt;.')
})

test('a mail about what was sent back leads who may not see the list to the form, as the bell does', async () => {
  for (const who of ['aminah', 'devi'] as const) await choose(who, { sent_back: 'at_once' })
  const { id } = await buildDocument(world, { status: 'Approval Rejected' })
  await hearAll(world)
  clock.advance(QUIET_MS)
  await gatherLetters(engine, { kind: 'sent_back' })
  const makers = sql`SELECT id FROM groups WHERE name = 'Makers'`
  await sql`DELETE FROM group_permissions WHERE group_id = (${makers}) AND flag = 'can_view_invoice'`.execute(
    db,
  )
  await sendAll()
  await sql`INSERT INTO group_permissions SELECT id, 'can_view_invoice' FROM (${makers}) AS makers`.execute(
    db,
  )
  const links = received().map(({ to, raw }) => `${to} ${/\r\n(http\S+)\r/.exec(raw)?.[1]}`)
  const list = `${PUBLIC_URL}/dashboard/invoices?status=Approval+Rejected&sender_store_code=KUL01&open=${id}`
  expect(links.toSorted()).toEqual([
    `aminah@lulus.example ${PUBLIC_URL}/dashboard/invoices/create`,
    `devi@lulus.example ${list}`,
  ])
})

describe('the daily mail', () => {
  const digest = async () => {
    await gatherDigests(engine)
    return sendAll()
  }

  test('tells all that waits, on days on which something of it is new', async () => {
    await choose('bakri', { submission_failed: 'digest', approval_waiting: 'digest' })
    await fail(2)
    await buildDocument(world)
    await hearAll(world)
    await digest()
    await digest()
    const [mail, ...others] = received()
    expect(others).toEqual([])
    expect(mail?.raw).toContain('Subject: 2 things wait for you in Lulus')
    await buildDocument(world)
    await hearAll(world)
    await digest()
    expect(received()[1]?.raw).toContain('2 documents of Kinabalu Trading Sdn Bhd could not be sent to LHDN.')
  })

  test('is ended by its own link, by a mail program without a question', async () => {
    await choose('bakri', { submission_failed: 'digest', invalid: 'at_once' })
    await fail(1)
    await digest()
    const raw = received()[0]?.raw ?? ''
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const url = new URL(/^List-Unsubscribe: *<([^>]+)>/m.exec(raw)?.[1] ?? '')
    const post = (path: string) =>
      world.app.inject({
        ...{ method: 'POST', url: path, payload: 'List-Unsubscribe=One-Click' },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    expect((await post(`${url.pathname.slice(0, -2)}x/`)).statusCode).toBe(404)
    expect((await post(`/unsubscribe/${company.users.bakri}.x/`)).statusCode).toBe(404)
    expect((await post(url.pathname)).statusCode).toBe(200)
    expect((await post(url.pathname)).statusCode).toBe(200)
    const { body } = await world.as('bakri').call(session.profile, {})
    expect(body.notification_ways).toMatchObject({ submission_failed: 'in_app', invalid: 'at_once' })
    await fail(1)
    await digest()
    expect(received()).toHaveLength(1)
  })
})
