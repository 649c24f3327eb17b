import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { buildDocument, documentOf } from '../../../test/build.ts'
import { clearFaults, ledgerOf, planFault } from '../../../test/simulator.ts'
import { forgetJobs } from '../../../test/stored.ts'
import { createWorld } from '../../../test/world.ts'
import type { Engine, Step } from '../store/engine.ts'
import type { DocumentRow } from '../store/rows.ts'
import { sweep } from '../sweep.job.ts'
import { cancelDocument } from './cancel.ts'
import { resolveCancellation } from './cancellation.job.ts'
import { cancellationsOf } from './cancellations.ts'

const world = await createWorld({ simulator: true })
const devi = await world.callerOf('devi')
const KILLED = new Error('killed')

const cancel = (engine: Engine, row: DocumentRow) =>
  cancelDocument({ engine, caller: devi }, { uuid: row.id, reason: 'Wrong buyer' })

/** The process of the person's call dies at a step; nothing of it runs on. */
const cancelAndDieAt = async (row: DocumentRow, at: Step) => {
  const engine = {
    ...world.engine,
    step: (name: Step) => {
      if (name === at) throw KILLED
    },
  }
  await expect(cancel(engine, row)).rejects.toBe(KILLED)
}

const newest = async ({ id }: DocumentRow) => {
  const [cancellation] = await cancellationsOf(world.db, id)
  if (!cancellation) throw new Error('Nothing was stored.')
  return cancellation
}

const jobsOf = async (cancellation_id: string) => {
  const { rows } = await sql`
    SELECT FROM pgboss.job WHERE data->>'cancellation_id' = ${cancellation_id}`.execute(world.db)
  return rows.length
}

const atAuthority = async (row: DocumentRow) =>
  (await ledgerOf(world, row.invoice_number)).map((one) => one.status)

test('a cancellation that had its effect before the process died is found by asking', async () => {
  const row = await buildDocument(world, { status: 'Validated' })
  await cancelAndDieAt(row, 'cancel: answered')
  expect(await documentOf(world, row.id)).toMatchObject({ status: 'Validated' })
  expect(await atAuthority(row)).toEqual(['Cancelled'])
  await resolveCancellation(world.engine, (await newest(row)).id)
  expect(await documentOf(world, row.id)).toMatchObject({
    status: 'User Cancelled',
    status_message: 'Wrong buyer',
  })
  expect(await newest(row)).toMatchObject({ state: 'done' })
})

test('one that was never sent is asked about three times and then told not to have arrived', async () => {
  const row = await buildDocument(world, { status: 'Validated' })
  await cancelAndDieAt(row, 'cancel: intent stored')
  const { id } = await newest(row)
  for (const state of ['intent', 'intent', 'not_arrived']) {
    await resolveCancellation(world.engine, id)
    expect(await newest(row)).toMatchObject({ state })
  }
  expect(await atAuthority(row)).toEqual(['Valid'])
  const { body } = await world.as('devi').call(documents.get, { params: { uuid: row.id } })
  expect(body).toMatchObject({
    status: 'Validated',
    cancellation: { state: 'not_arrived', by: 'Devi Krishnan', reason: 'Wrong buyer' },
  })
})

test('an authority that does not answer is no proof, however often it is asked', async () => {
  const row = await buildDocument(world, { status: 'Validated' })
  await cancelAndDieAt(row, 'cancel: answered')
  await planFault(world, 'details', '503', 5)
  const { id } = await newest(row)
  for (let at = 0; at < 5; at++) await resolveCancellation(world.engine, id)
  expect(await newest(row)).toMatchObject({ state: 'unclear', asked_count: 0 })
  await clearFaults(world)
  await resolveCancellation(world.engine, id)
  expect(await documentOf(world, row.id)).toMatchObject({ status: 'User Cancelled' })
})

test('its job comes with the intent, and the sweep brings it back', async () => {
  const row = await buildDocument(world, { status: 'Validated' })
  await cancelAndDieAt(row, 'cancel: intent stored')
  const { id } = await newest(row)
  expect(await jobsOf(id)).toBe(1)
  await forgetJobs(world)
  await sweep(world.engine, 0)
  expect(await jobsOf(id)).toBe(1)
})

test('the auditor’s file tells who asked for it, when and what came of it', async () => {
  const row = await buildDocument(world, { status: 'Validated' })
  await cancel(world.engine, row)
  const { text } = await world.as('gita').call(documents.evidence, { params: { uuid: row.id } })
  expect(JSON.parse(text).cancellations).toMatchObject([
    { state: 'done', reason: 'Wrong buyer', actor_name: 'Devi Krishnan' },
  ])
})
