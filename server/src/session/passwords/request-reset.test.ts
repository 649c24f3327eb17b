import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { passwords } from '#contract/people/passwords.ts'
import { session } from '#contract/people/session.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import { createWorld, PASSWORD } from '../../../test/world.ts'
import { openJobs } from '../../platform/jobs/runner.ts'
import { openLog } from '../../platform/log/log.ts'
import { startMailServer } from '../../platform/mail/fixtures/mail-server.ts'
import { openMail } from '../../platform/mail/mail.ts'
import { startWorker } from '../../worker.ts'
import { byTurns } from '../fixtures/by-turns.ts'
import { mailLinkJob } from './jobs.ts'
import { mailLink } from './mail-link.job.ts'

const world = await createWorld({ trusted_proxies: ['127.0.0.1'] })
const { db, clock } = world
/** `npm run test:guess` measures a thousand. */
const PAIRS = process.env.GUESSES === 'all' ? 1_000 : 120

let addresses = 0
const address = () => {
  addresses += 1
  return `198.18.${addresses >> 8}.${addresses & 255}`
}
const ask = (email: string, from = address()) =>
  world
    .as('nobody')
    .call(passwords.requestReset, { body: { email } }, { headers: { 'x-forwarded-for': from } })

describe('asking for a link', () => {
  it('is answered alike for known and unknown addresses, in the same time', async () => {
    const answers = new Set<string>()
    const asking = (email: string) => async () => {
      const { status, text } = await ask(email)
      answers.add(`${status} ${text}`)
    }
    const { difference_ms, spread_ms } = await byTurns(
      { known: asking('Aminah@lulus.example'), unknown: asking('hantu@lulus.example') },
      // The budget of one account is spent after thirty.
      { pairs: PAIRS, beforePair: (pair) => pair % 30 === 0 && clock.advance(2 * HOUR_MS) },
    )
    expect([...answers]).toEqual([expect.stringMatching(/^200 .*If this address has an account/)])
    expect(difference_ms).toBeLessThan(spread_ms)
  })

  it('has to wait after five from one place, and keeps nobody from signing in', async () => {
    const from = address()
    const statuses = []
    for (let time = 0; time < 7; time++) statuses.push((await ask('bakri@lulus.example', from)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    const body = { username: 'bakri', password: PASSWORD, auth_type: 'django' } as const
    const signed_in = await world
      .as('nobody')
      .call(session.login, { body }, { headers: { 'x-forwarded-for': from } })
    expect(signed_in.status).toBe(200)
  })

  it('is refused at the field for what is no address', async () => {
    const { status, body } = await ask('bakri')
    expect([status, body.email]).toEqual([400, ['Please enter your e-mail address.']])
  })
})

describe('the mail with the link', () => {
  const jobs = openJobs({ connection: world.connection, log: openLog('silent'), connections_max: 4 })
  afterAll(() => jobs.stop({ graceful: false }))
  beforeEach(() => sql`DELETE FROM pgboss.job`.execute(db))

  it('to a server that refuses the password leaves no password and no address in the log', async () => {
    const server = await startMailServer({ login: true })
    const lines: string[] = []
    const log = openLog('trace', { write: (line) => void lines.push(line) })
    const strangers = openJobs({ connection: world.connection, log, connections_max: 3 })
    const settings = { mail_from: 'lulus@lulus.example', data_dir: '' }
    const smtp_url = `smtp://lulus:Rahsia-Besar-12@127.0.0.1:${server.port}`
    await strangers.start()
    await strangers.work(mailLinkJob, (wanted) =>
      mailLink({ db, clock, public_url: '', send: openMail({ ...settings, smtp_url }) }, wanted),
    )
    await ask('bakri@lulus.example')
    await expect.poll(() => lines.join(''), { timeout: 20_000 }).toContain('EAUTH 535')
    await strangers.stop({ graceful: true })
    await server.close()
    for (const secret of ['Rahsia', 'bakri@', 'reset-password/']) expect(lines.join('')).not.toContain(secret)
  })

  it('waits while the mail server is down, arrives when it is back, and no token is mailed twice', async () => {
    const away = await startMailServer()
    await away.close()
    const settings = {
      smtp_url: `smtp://127.0.0.1:${away.port}`,
      mail_from: 'lulus@lulus.example',
      data_dir: '',
    }
    const email = `ezra@lulus.example`
    expect((await ask(email)).status).toBe(200)
    await startWorker(jobs, world.engine, { ...world.outlets, send: openMail(settings) })
    const tried = async () => {
      const { rows } = await sql<{ job: string }>`
        SELECT row_to_json(j)::text AS job FROM pgboss.job j
        WHERE name = 'passwords.mail-link' AND state = 'retry' AND output IS NOT NULL`.execute(db)
      return rows[0]?.job ?? ''
    }
    await expect.poll(tried, { timeout: 20_000 }).toContain('The mail server did not take the mail: ESOCKET')
    const back = await startMailServer({ port: away.port })
    await expect.poll(() => back.received.length, { timeout: 30_000 }).toBe(1)
    await back.close()
    const [mail] = back.received
    expect(mail?.to).toEqual([email])
    const [, token = ''] = /reset-password\/([\w-]{43})/.exec(mail?.raw.replaceAll('=\r\n', '') ?? '') ?? []
    const { body } = await world.as('nobody').call(passwords.checkLink, { body: { token } })
    expect(body.state).toBe('open')
    // The job knows an address, never a token.
    const { rows } = await sql<{ all: string }>`SELECT json_agg(j)::text AS all FROM pgboss.job j`.execute(db)
    expect(rows[0]?.all).not.toContain(token)
    expect(token).not.toBe('')
  })
})
