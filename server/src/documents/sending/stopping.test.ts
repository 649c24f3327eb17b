import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildDocument, decide, documentOf } from '../../../test/build.ts'
import { createWorld } from '../../../test/world.ts'
import { sendApproved } from './send.job.ts'

const world = await createWorld({ simulator: true })
const wanted = { sender_entity_id: world.company.entities.kinabalu, lane: 'single' } as const

/** So few are sent one by one. */
const approvedOnes = async () => {
  const ids: string[] = []
  for (let at = 0; at < 3; at++) {
    const { id } = await buildDocument(world)
    expect((await decide(world, 'bakri', id)).status).toBe(200)
    ids.push(id)
  }
  await sql`DELETE FROM pgboss.job`.execute(world.db)
  return ids
}
const statusesOf = (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await documentOf(world, id)).status))
const jobsLeft = async () => {
  const { rows } = await sql`
    SELECT 1 FROM pgboss.job WHERE name = 'documents.send' AND state = 'created' AND start_after <= now()`.execute(
    world.db,
  )
  return rows.length
}
/** The engine, telling of each call before it goes out. */
const engineTelling = (onCall: () => void) => {
  const { authority } = world.engine
  const submit: typeof authority.submit = (...call) => {
    onCall()
    return authority.submit(...call)
  }
  return { ...world.engine, authority: { ...authority, submit } }
}

test('a sender that is to stop ends the call it has begun, and leaves the rest to another one', async () => {
  const ids = await approvedOnes()
  const stop = new AbortController()
  let calls = 0
  const engine = engineTelling(() => {
    calls += 1
    stop.abort()
  })
  await sendApproved(engine, wanted, { stopping: stop.signal })
  expect([calls, (await statusesOf(ids)).sort()]).toEqual([1, ['Approved', 'Approved', 'Submitted']])
  expect(await jobsLeft()).toBe(1)

  await sql`DELETE FROM pgboss.job`.execute(world.db)
  await sendApproved(engine, wanted, { stopping: stop.signal })
  expect([calls, await jobsLeft()]).toEqual([1, 1])
  await sendApproved(engine, wanted)
  expect(new Set(await statusesOf(ids))).toEqual(new Set(['Submitted']))
})

test('one that waits for its turn when it is told to begins no call when the turn comes', async () => {
  const ids = await approvedOnes()
  const stop = new AbortController()
  let calls = 0
  const engine = engineTelling(() => {
    calls += 1
  })
  const awaitTurn: typeof engine.authority.awaitTurn = async (...asked) => {
    const turn = await engine.authority.awaitTurn(...asked)
    stop.abort()
    return turn
  }
  const waiting = { ...engine, authority: { ...engine.authority, awaitTurn } }
  await sendApproved(waiting, wanted, { stopping: stop.signal })
  expect([calls, await jobsLeft()]).toEqual([0, 1])
  expect(new Set(await statusesOf(ids))).toEqual(new Set(['Approved']))
  await sendApproved(engine, wanted)
  expect(new Set(await statusesOf(ids))).toEqual(new Set(['Submitted']))
})

test('a sender that worked for long makes room, and leaves the rest to another one', async () => {
  const ids = await approvedOnes()
  let calls = 0
  const engine = engineTelling(() => {
    calls += 1
  })
  await sendApproved(engine, wanted, { run_ms_max: 0 })
  expect([calls, await jobsLeft()]).toEqual([1, 1])
  await sendApproved(engine, wanted)
  expect(new Set(await statusesOf(ids))).toEqual(new Set(['Submitted']))
})
