import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { formerOf, type Swapped, swapBack, swapIn, undoneOf } from './swap.ts'

const parent = mkdtempSync(join(tmpdir(), 'lulus-swap-'))
afterAll(() => rmSync(parent, { recursive: true }))

const STAMP = '20261129T183000Z'
let made = 0

/** Two that are there and one that is not, each with what is to take its place; and the renamings, in their order. */
const arrange = () => {
  const folder = join(parent, String(made++))
  const swapped: Swapped[] = ['cluster', 'files', 'mail'].map((name) => {
    const path = join(folder, name)
    return { path, draft: `${path}.restoring`, existed: name !== 'mail' }
  })
  for (const { path, draft, existed } of swapped) {
    for (const [at, what] of [[draft, 'new'] as const, ...(existed ? [[path, 'old'] as const] : [])]) {
      mkdirSync(at, { recursive: true })
      writeFileSync(join(at, what), '')
    }
  }
  const forth = swapped.flatMap(({ path, draft, existed }) => [
    ...(existed ? [[path, formerOf(path, STAMP)] as const] : []),
    [draft, path] as const,
  ])
  const back = swapped
    .toReversed()
    .flatMap(({ path, existed }) => [
      [path, undoneOf(path, STAMP)] as const,
      ...(existed ? [[formerOf(path, STAMP), path] as const] : []),
    ])
  const there = () => swapped.map(({ path }) => (existsSync(path) ? readdirSync(path).join() : 'none'))
  return { swapped, forth, back, there }
}
const OLD = ['old', 'old', 'none']

const move = (moves: readonly (readonly [string, string])[]) => {
  for (const [from, to] of moves) renameSync(from, to)
}

test('each takes its place, and what was there comes back', () => {
  const { swapped, there } = arrange()
  swapIn(swapped, STAMP)
  expect(there()).toEqual(['new', 'new', 'new'])
  swapBack(swapped, STAMP)
  expect(there()).toEqual(OLD)
})

test.each([0, 1, 2, 3, 4, 5])(
  'killed after %d renamings all comes back, and once more changes nothing',
  (n) => {
    const { swapped, forth, there } = arrange()
    expect(forth).toHaveLength(5)
    move(forth.slice(0, n))
    swapBack(swapped, STAMP)
    expect(there()).toEqual(OLD)
    swapBack(swapped, STAMP)
    expect(there()).toEqual(OLD)
  },
)

test.each([1, 2, 3, 4])('killed on the way back, after %d renamings, it goes on', (n) => {
  const { swapped, forth, back, there } = arrange()
  move(forth)
  move(back.slice(0, n))
  swapBack(swapped, STAMP)
  expect(there()).toEqual(OLD)
})
