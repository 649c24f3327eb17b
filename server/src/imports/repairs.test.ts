import { expect, test } from 'vitest'
import { REPAIRED, type Repaired } from '../../../domain/test/repairs.ts'
import { csvOf, row, upload } from '../../test/files.ts'
import { createWorld } from '../../test/world.ts'

const world = await createWorld()

/** A document for each example of a repair; its number tells which. */
const fileOf = (cellOf: (example: Repaired) => string) => {
  const rows = REPAIRED.map((example, at) =>
    row(`FIX-${at}`, { ...example.beside, [example.heading]: cellOf(example) }),
  )
  return csvOf(rows, { delimiter: ';' })
}

test('every repair is of a cell that is refused today, and makes it one that is taken', async () => {
  const before = await upload(
    world,
    'aminah',
    fileOf(({ cell }) => cell),
    { check_only: true },
  )
  // Some of them make another field wrong as well, a country its state.
  const unsaid = REPAIRED.filter(({ heading }, at) => {
    const told = before.body.errors[at]?.errors[0]
    return typeof told !== 'object' || !Object.hasOwn(Object(told.details), `row ${at + 2}, ${heading}`)
  })
  expect(unsaid).toEqual([])

  const after = await upload(
    world,
    'aminah',
    fileOf(({ written }) => written),
    { check_only: true },
  )
  expect(after.body.errors).toEqual([])
  expect(after.body.Invoice_Numbers).toHaveLength(REPAIRED.length)
})
