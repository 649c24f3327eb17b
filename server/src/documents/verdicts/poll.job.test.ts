import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import { documents } from '#contract/documents.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import { buildDocument, documentOf } from '../../../test/build.ts'
import { clearFaults, ledgerOf, planFault } from '../../../test/simulator.ts'
import { createWorld, type Who } from '../../../test/world.ts'
import { openLog } from '../../platform/log/log.ts'
import { openAttempt } from '../sending/attempts.ts'
import { pollJob } from '../store/jobs.ts'
import { sweep } from '../sweep.job.ts'
import { pollSubmission } from './poll.job.ts'
import { resolveAttempt } from './resolve.job.ts'

/** A document that was found by a search whose answer names no submission. */
const world = await createWorld({ simulator: true })

beforeEach(async () => {
  await clearFaults(world)
  await sql`DELETE FROM pgboss.job`.execute(world.db)
})

const adoptWithoutSubmission = async () => {
  const lost = await buildDocument(world, { status: 'Outcome Unknown' })
  await planFault(world, 'search', 'no-submission-uid')
  const attempt = await openAttempt(world.db, lost.id, lost.revision)
  await resolveAttempt(world.engine, attempt?.id ?? '')
  const adopted = await documentOf(world, lost.id)
  expect(adopted).toMatchObject({ status: 'Submitted', submission_uid: '' })
  return adopted
}

/** Works off the questions that wait, as a worker would; answers how many there were. */
const pollAll = async (): Promise<number> => {
  const { rows } = await sql<{ data: unknown }>`
    DELETE FROM pgboss.job WHERE name = ${pollJob.name} RETURNING data`.execute(world.db)
  for (const { data } of rows) await pollSubmission(world.engine, pollJob.payload.parse(data))
  return rows.length
}

const expectValidated = async ({ id, invoice_number }: { id: string; invoice_number: string }) => {
  const [accepted] = await ledgerOf(world, invoice_number)
  const { uuid: authority_uuid, submissionUid: submission_uid } = accepted ?? {}
  expect(await documentOf(world, id)).toMatchObject({ status: 'Validated', authority_uuid, submission_uid })
}

test('its verdict is asked for by its own UUID', async () => {
  const adopted = await adoptWithoutSubmission()
  expect(await pollAll()).toBe(1)
  await expectValidated(adopted)
})

test('and asked for again while there is none', async () => {
  const adopted = await adoptWithoutSubmission()
  await planFault(world, 'details', '503')
  await pollAll()
  expect(await documentOf(world, adopted.id)).toMatchObject({ status: 'Submitted' })
  expect(await pollAll()).toBe(1)
  await expectValidated(adopted)
})

test('the sweep gives each of them its lost job again', async () => {
  const adopted = [await adoptWithoutSubmission(), await adoptWithoutSubmission()]
  await sql`DELETE FROM pgboss.job`.execute(world.db)
  await sweep(world.engine, 0)
  expect(await pollAll()).toBe(2)
  for (const one of adopted) await expectValidated(one)
})

test('Fetch Updates brings it', async () => {
  const adopted = await adoptWithoutSubmission()
  const checked = await world.as('aminah').call(documents.check, { params: { uuid: adopted.id } })
  expect(checked).toMatchObject({ status: 200, body: { status: 'Validated' } })
  await expectValidated(adopted)
})

test('people of the company are told that the authority refuses to tell, until it tells', async () => {
  const { sender_entity_id, submission_uid } = await buildDocument(world, { status: 'Submitted' })
  const wanted = { sender_entity_id, submission_uid: submission_uid ?? '' }
  const refusals = async (who: Who) => (await world.as(who).call(documents.troubles, {})).body.refusals
  await planFault(world, 'submission', '403')
  await pollSubmission(world.engine, wanted)
  expect(await refusals('gita')).toEqual([
    {
      ...{ sender_entity_id, name: 'Kinabalu Trading Sdn Bhd', environment: 'simulator' },
      ...{
        documents: 0,
        invoice_number: '',
        since: world.clock.now().toISOString(),
        why: expect.any(String),
      },
    },
  ])
  expect((await world.as('gita').call(dashboard.today, {})).body.refusals).toHaveLength(1)
  expect(await refusals('chong')).toEqual([])
  await pollSubmission(world.engine, wanted)
  expect(await refusals('gita')).toEqual([])
  await planFault(world, 'submission', '403')
  await pollSubmission(world.engine, wanted)
  world.clock.advance(HOUR_MS)
  expect(await refusals('gita'), 'nobody has asked for an hour').toEqual([])
})

test('the log says that the authority refuses to tell, which asking again may not mend', async () => {
  const { sender_entity_id, submission_uid } = await buildDocument(world, { status: 'Submitted' })
  const wanted = { sender_entity_id, submission_uid: submission_uid ?? '' }
  const lines: string[] = []
  const log = openLog('warn', { write: (line) => lines.push(line) })
  await planFault(world, 'submission', '403')
  await pollSubmission({ ...world.engine, log }, wanted)
  await pollSubmission({ ...world.engine, log }, wanted)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { ...wanted, reasons: [{ code: 'Forbidden' }], msg: 'the authority refuses to tell verdicts' },
  ])
})
