import { expect, test } from 'vitest'
import { approvals, RUNS_TOLD_MAX, UNDO_MS } from '#contract/approvals.ts'
import { MINUTE_MS } from '#domain/time/units.ts'
import { documentOf, payload, submit } from '../../../test/build.ts'
import { createWorld } from '../../../test/world.ts'

const world = await createWorld()

const buildPending = async (count: number): Promise<string[]> =>
  (
    await submit(
      world,
      'aminah',
      Array.from({ length: count }, () => payload()),
    )
  ).body.UUIDs

const approve = async (uuids: readonly string[]) => {
  const body = { documents: uuids.map((uuid) => ({ uuid, revision: 1 })) }
  return (await world.as('farid').call(approvals.approve, { body })).body.run
}

const undo = (id: string) => world.as('farid').call(approvals.undo, { params: { id } })

const latest = async () => (await world.as('farid').call(approvals.latest, {})).body.runs

const statusesOf = async (uuids: readonly string[]) =>
  (await Promise.all(uuids.map((uuid) => documentOf(world, uuid)))).map(({ status }) => status)

test('a second one takes nothing from the first: both are told of, and each can be undone', async () => {
  const [first, second] = [await buildPending(2), await buildPending(2)]
  const one = await approve(first)
  world.clock.advance(4_000)
  const other = await approve(second)
  expect((await latest()).slice(0, 2)).toMatchObject([
    { id: other.id, state: 'undoable', undo_ms: UNDO_MS },
    { id: one.id, state: 'undoable', undo_ms: UNDO_MS - 4_000 },
  ])
  expect(await undo(one.id)).toMatchObject({ status: 200, body: { state: 'undone' } })
  expect(await statusesOf([...first, ...second])).toEqual([
    ...['Pending Approval', 'Pending Approval'],
    ...['Approved', 'Approved'],
  ])
  const told = new Map((await latest()).map(({ id, state }) => [id, state]))
  expect([told.get(other.id), told.get(one.id)]).toEqual(['undoable', 'undone'])
  await undo(other.id)
})

test('of many the open ones are told first, and ended ones for a quarter of an hour', async () => {
  const open = await approve(await buildPending(1))
  for (let times = 0; times < RUNS_TOLD_MAX; times += 1) {
    const one = await approve(await buildPending(1))
    await undo(one.id)
  }
  const told = await latest()
  expect(told).toHaveLength(RUNS_TOLD_MAX)
  expect(told.filter(({ state }) => state === 'undoable').map(({ id }) => id)).toEqual([open.id])
  await undo(open.id)
  world.clock.advance(16 * MINUTE_MS)
  expect(await latest()).toEqual([])
})
