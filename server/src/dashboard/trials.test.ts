import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import { documents } from '#contract/documents.ts'
import { buildDocument } from '../../test/build.ts'
import { createWorld, type Who, type World } from '../../test/world.ts'
import { foldChanges } from '../documents/counting/fold.job.ts'

const THIS_MONTH = { dateStart: '2026-07-01', dateEnd: '2026-07-31' }

let world: World

/** Two trials of before, of a buyer who does not exist, then production: one sent, one that failed. */
beforeAll(async () => {
  world = await createWorld({ simulator: true })
  await buildDocument(world, { status: 'Validated', customer: { name: 'Ujian Sdn Bhd' } })
  await buildDocument(world, { status: 'Submission Failed', customer: { name: 'Ujian Sdn Bhd' } })
  await buildDocument(world, { status: 'Pending Approval', customer: { name: 'Ujian Sdn Bhd' } })
})

const goLive = async () => {
  for (const status of ['Validated', 'Submission Failed'] as const) {
    const { id } = await buildDocument(world, { status })
    await sql`UPDATE documents SET environment = 'prod' WHERE id = ${id}`.execute(world.db)
  }
  await sql`UPDATE sender_entities SET environment = 'prod' WHERE id = ${world.company.entities.kinabalu}`.execute(
    world.db,
  )
}

const figures = async (who: Who) => {
  const { body } = await world.as(who).call(dashboard.counts, {})
  const { this_year_validated_count: handed_over, this_month_validated_only_count: validated } = body
  const { this_year_lhdn_not_successful_count: failed, this_year_pending_approval_count: pending } = body
  return { handed_over, validated, failed, pending, left_out: body.trials_left_out }
}

const charts = async (who: Who) => {
  const [months, senders, buyers] = await Promise.all(
    [dashboard.months, dashboard.senders, dashboard.buyers].map(
      async (endpoint) => (await world.as(who).call(endpoint, {})).body,
    ),
  )
  return {
    months: months?.reduce((sum, { count }) => sum + count, 0),
    senders: senders?.map(({ count }) => count),
    buyers: buyers?.map((row) => ('buyer' in row ? row.buyer : '')),
  }
}

test('before production the trials are what is counted', async () => {
  expect(await figures('bakri')).toEqual({ handed_over: 1, validated: 1, failed: 1, pending: 1, left_out: 0 })
  expect(await charts('bakri')).toEqual({ months: 1, senders: [1], buyers: ['Ujian Sdn Bhd'] })
})

test('then they are left out and told, but for what is pending; added up or not', async () => {
  await goLive()
  for (const is_folded of [false, true]) {
    if (is_folded) await foldChanges(world)
    expect(await figures('bakri')).toEqual({
      ...{ handed_over: 1, validated: 1, failed: 1, pending: 1 },
      left_out: 2,
    })
    expect(await charts('bakri')).toEqual({
      months: 1,
      senders: [1],
      buyers: ['Perniagaan Seri Jaya Sdn Bhd'],
    })
  }
})

test('whose companies are none of them in production still looks at trials', async () => {
  await buildDocument(world, { who: 'chong', sender_store_code: 'JHB01', status: 'Validated' })
  expect(await figures('chong')).toMatchObject({ handed_over: 1, left_out: 0 })
  // Who sees both looks at production.
  expect(await figures('devi')).toMatchObject({ handed_over: 1, left_out: 3 })
})

test('the cards lead to lists of production that have as many documents', async () => {
  const { handed_over, validated, failed } = await figures('bakri')
  const listed = async (status: string) => {
    const query = { ...THIS_MONTH, status, environment: 'prod' }
    return (await world.as('bakri').call(documents.list, { query })).body
  }
  expect((await listed('LHDN Submission')).count).toBe(handed_over)
  expect((await listed('Validated')).count).toBe(validated)
  const of_failed = await listed('Submission Failed')
  expect(of_failed.count).toBe(failed)
  expect(of_failed.results.map(({ environment }) => environment)).toEqual(['prod'])
  const trials = { query: { environment: 'simulator,preprod', status: 'LHDN Submission,Submission Failed' } }
  expect((await world.as('bakri').call(documents.list, trials)).body.count).toBe(2)
})
