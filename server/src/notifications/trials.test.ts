import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { noticeWords } from '#domain/letters/notices.ts'
import { buildDocument, decide, payload, submit } from '../../test/build.ts'
import { createWorld } from '../../test/world.ts'
import { hearAll, itemsOf } from './fixtures/hearing.ts'

const world = await createWorld({ simulator: true })
const { kinabalu } = world.company.entities

const sendTo = (environment: 'simulator' | 'prod') =>
  sql`UPDATE sender_entities SET environment = ${environment} WHERE id = ${kinabalu}`.execute(world.db)

/** What a checker is told that waits, and how many of it are trials; and what a mail would say. */
const told = async () => {
  await hearAll(world)
  const [item, ...more] = await itemsOf(world, 'bakri')
  if (!item || more.length > 0) throw new Error('It is one item.')
  const { count, trials } = item
  return { count, trials, mail: noticeWords('Bakri', [item], { digest: false }).sentences[0] }
}

test('what is told of trials says so, also beside tax documents, until one goes along', async () => {
  const trial = await buildDocument(world)
  const mail = `${trial.invoice_number} of Kinabalu Trading Sdn Bhd waits for your approval.`
  expect(await told()).toEqual({
    ...{ count: 1, trials: 1 },
    mail: `${mail}\nIt is a trial without legal effect.`,
  })
  await sendTo('prod')
  const real = await buildDocument(world)
  const both = '2 documents of Kinabalu Trading Sdn Bhd wait for your approval.'
  expect(await told()).toEqual({
    ...{ count: 2, trials: 1 },
    mail: `${both}\n1 of them are trials without legal effect.`,
  })
  await decide(world, 'bakri', trial.id, { status: 'Rejected', rejection_reason: 'It was a trial.' })
  await submit(world, 'aminah', payload({ uuid: trial.id }))
  expect(await told()).toEqual({ count: 2, trials: 0, mail: both })
  await decide(world, 'bakri', trial.id)
  expect(await told()).toMatchObject({
    count: 1,
    trials: 0,
    mail: expect.stringContaining(real.invoice_number),
  })
})
