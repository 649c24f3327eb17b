import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { documents } from '#contract/documents.ts'
import { mails } from '#contract/installation/mails.ts'
import { MINUTE_MS } from '#domain/time/units.ts'
import { createWorld } from '../../test/world.ts'
import { inTransaction } from '../platform/db/database.ts'
import { FOR_A_DAY } from '../platform/jobs/definition.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import { installJobs } from '../platform/jobs/queues.ts'
import { openJobs } from '../platform/jobs/runner.ts'
import { openLog } from '../platform/log/log.ts'
import { startMailServer } from '../platform/mail/fixtures/mail-server.ts'
import { openMail } from '../platform/mail/mail.ts'
import { MailError, PostError } from '../platform/mail/post.ts'
import { recordUnsent, unsentRetention } from '../platform/mail/unsent.ts'
import { mailLinkJob } from '../session/passwords/jobs.ts'
import { mailLink } from '../session/passwords/mail-link.job.ts'
import { allJobs, RETENTIONS } from '../worker.ts'

const world = await createWorld()
const { db, clock, connection } = world
const outcomes = recordUnsent({ db, clock })
const jobs = openJobs({ connection, log: openLog('silent'), connections_max: 4, outcomes })
const { port, close } = await startMailServer()
await close()

beforeAll(async () => {
  await installJobs(db, allJobs)
  await jobs.start()
  const { files_dir: data_dir } = world
  const send = openMail({ smtp_url: `smtp://127.0.0.1:${port}`, mail_from: 'lulus@lulus.example', data_dir })
  await jobs.work(mailLinkJob, (wanted) =>
    mailLink({ db, clock, send, public_url: 'http://lulus.example' }, wanted),
  )
})
afterAll(() => jobs.stop({ graceful: false }))

it('is tried for a day, whatever a mail is about', () => {
  const mailing = allJobs.filter(({ name }) => /mail|letter/.test(name))
  expect(mailing.map(({ name }) => name)).toEqual(expect.arrayContaining([mailLinkJob.name, 'reports.mail']))
  for (const { name, ...job } of mailing) expect(job, name).toMatchObject(FOR_A_DAY)
})

const unsent = async () =>
  (await world.as('devi').call(mails.unsent, { query: { page: 1, page_size: 50 } })).body.results
const told = async (who: 'devi' | 'aminah') => (await world.as(who).call(documents.troubles, {})).body.mails

it('what a mail server does not take is listed and told to superadmins, until it is delivered', async () => {
  await inTransaction(db, (tx) => enqueue(tx, mailLinkJob, { email: 'siti@lulus.example' }))
  await inTransaction(db, (tx) => enqueue(tx, mailLinkJob, { email: 'aminah@lulus.example' }))
  await expect.poll(unsent, { timeout: 30_000 }).toEqual([
    expect.objectContaining({
      to: 'aminah@lulus.example',
      subject: 'Reset your Lulus password',
      why: 'The mail server does not answer, or its certificate does not hold (ESOCKET).',
      next_try_at: expect.stringMatching(/Z$/),
    }),
  ])
  expect(await told('devi')).toBeNull()
  const since = clock.now().toISOString()
  clock.advance(6 * MINUTE_MS)
  await expect.poll(() => told('devi'), { timeout: 30_000 }).toEqual({ since, unsent: 1, more: false })
  expect(await told('aminah')).toBeNull()
  const server = await startMailServer({ port })
  await expect.poll(unsent, { timeout: 60_000 }).toEqual([])
  await expect.poll(() => server.received.map(({ to }) => to)).toContainEqual(['aminah@lulus.example'])
  expect(await told('devi')).toBeNull()
  await server.close()
})

it('what is given up is told for a day and listed for thirty; nothing of what it says is kept', async () => {
  const reason = { why: 'The mail server refuses the address (EENVELOPE 550).', said: 'Rahsia' }
  const to = { to: 'wrong@lulus.example', subject: 'Your report' }
  const error = new MailError(new PostError('refused', reason), to)
  // As the log and the list of jobs take it.
  expect([Object.keys(error), JSON.stringify(error)]).toEqual([[], '{}'])
  const job = { name: 'reports.mail', job_id: crypto.randomUUID(), attempts_max: 2 }
  await outcomes.failed(error, { ...job, attempt: 1 })
  await outcomes.failed(new Error('of another kind'), { ...job, job_id: crypto.randomUUID(), attempt: 1 })
  expect(await told('devi')).toBeNull()
  await outcomes.failed(error, { ...job, attempt: 2 })
  expect(await told('devi')).toMatchObject({ unsent: 1 })
  const row = { ...to, why: reason.why, tries: 2, next_try_at: null }
  expect(await unsent()).toEqual([expect.objectContaining(row)])
  clock.advance(25 * 60 * MINUTE_MS)
  expect([await told('devi'), (await unsent()).length]).toEqual([null, 1])
  expect(RETENTIONS).toContain(unsentRetention)
  const { rows } = await sql`SELECT FROM unsent_mails WHERE unsent_mails::text LIKE '%Rahsia%'`.execute(db)
  expect(rows).toEqual([])
})
