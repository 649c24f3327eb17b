import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { MINUTE_MS } from '#domain/time/units.ts'
import { decide, documentOf, payload, submit } from '../../../test/build.ts'
import { createWorld } from '../../../test/world.ts'
import { SCHEMA } from '../../platform/jobs/queues.ts'
import { sendApproved } from '../sending/send.job.ts'
import { pollJob } from '../store/jobs.ts'
import { pollSubmission } from '../verdicts/poll.job.ts'

const world = await createWorld({ simulator: true })
const INTERVAL_MS = 3_000

/** Plays the job as the worker does: takes it off the queue, runs it, and answers the pause to the next, ms. */
const poll = async (wanted: { sender_entity_id: string; submission_uid: string }) => {
  const jobs = sql.table(`${SCHEMA}.job`)
  await sql`DELETE FROM ${jobs} WHERE name = ${pollJob.name}`.execute(world.db)
  await pollSubmission(world.engine, wanted)
  const { rows } = await sql<{ pause_ms: number }>`
    SELECT round(extract(epoch FROM start_after - created_on) * 1000)::int AS pause_ms
    FROM ${jobs} WHERE name = ${pollJob.name}`.execute(world.db)
  return rows.map((row) => row.pause_ms)
}

test('a verdict that takes long is waited for calmly, ever more seldom, and told of after half an hour', async () => {
  const made = await submit(world, 'aminah', payload({ customer: { name: 'SIM SLOW 2700' } }))
  const [uuid = ''] = made.body.UUIDs
  await decide(world, 'bakri', uuid)
  await sendApproved(world.engine, await documentOf(world, uuid))
  const { sender_entity_id, submission_uid, submitted_at } = await documentOf(world, uuid)
  const wanted = { sender_entity_id, submission_uid: submission_uid ?? '' }
  const told = async () => {
    const { body } = await world.as('aminah').call(documents.get, { params: { uuid } })
    const list = await world.as('aminah').call(documents.list, { query: {} })
    expect(list.body.results[0]?.status_message).toBe(body.status_message)
    expect((await world.as('aminah').call(documents.troubles, {})).body).toMatchObject({
      troubles: [],
      refusals: [],
      missing: [],
    })
    return { status: body.status, message: body.status_message, events: body.history.length }
  }
  const early = await told()
  expect(early).toMatchObject({ status: 'Submitted', message: expect.stringMatching(/^Received by LHDN/) })

  const pauses: number[] = []
  const waited_ms = () => world.clock.now().getTime() - (submitted_at?.getTime() ?? 0)
  while (waited_ms() <= 30 * MINUTE_MS) {
    const [pause_ms = 0, ...others] = await poll(wanted)
    expect(others).toEqual([])
    pauses.push(pause_ms)
    expect((await documentOf(world, uuid)).status).toBe('Submitted')
    if (pauses.length % 20 === 0) expect(await told()).toEqual(early)
    world.clock.advance(pause_ms)
  }
  expect(pauses[0]).toBe(INTERVAL_MS)
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(pauses.at(-1)).toBe(10 * INTERVAL_MS)
  expect(new Set(pauses).size).toBeGreaterThan(10)

  const late = await told()
  expect(late).toMatchObject({ status: 'Submitted', events: early.events })
  expect(late.message).toMatch(/^LHDN received the document .* nothing needs to be done\.$/)

  world.clock.advance(15 * MINUTE_MS)
  expect(await poll(wanted)).toEqual([])
  expect(await told()).toMatchObject({ status: 'Validated', message: 'Valid: accepted by LHDN.' })
})
