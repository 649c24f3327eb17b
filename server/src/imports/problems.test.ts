import { expect, test } from 'vitest'
import { importSteps } from '#contract/imports/steps.ts'
import { csvOf, row } from '../../test/files.ts'
import { matched } from '../../test/importing.ts'
import { createWorld } from '../../test/world.ts'

const world = await createWorld()
const aminah = world.as('aminah')
const problemsOf = async (id: string) =>
  (await aminah.call(importSteps.problems, { params: { id } })).body.results

test.each([
  {
    ...{ field: 'classification', kind: 'code_of_name' },
    cell: 'Self-billed - Monetary payment to agents, dealers or distributors',
  },
  {
    ...{ field: 'item_description', kind: 'unseen_out' },
    cell: `${'Kertas A4 '.repeat(7)}seventy characters on\u0007`,
  },
])('a repair of $field is offered however far into the cells it is seen', async ({ field, kind, cell }) => {
  const rows = [1, 2, 3].map((nr) => row(`${kind}-${nr}`, { [field]: cell }))
  const { id } = await matched(world, 'aminah', csvOf(rows))
  const [problem, ...others] = await problemsOf(id)
  expect(others).toEqual([])
  expect(problem).toMatchObject({ field, rows: 3, fixes: [{ kind }] })
  expect(problem?.examples.map(({ value }) => value.length)).toEqual([60, 60, 60])
  const body = { problem: problem?.key ?? '', kind }
  const { body: fixed } = await aminah.call(importSteps.fix, { params: { id }, body })
  expect(fixed.counts).toMatchObject({ good: 3, bad: 0 })
})
