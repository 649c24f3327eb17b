import { expect, test } from 'vitest'
import { allEndpoints } from './all.ts'

const reads = new Set(allEndpoints.filter(({ method }) => method === 'GET').map(({ id }) => id))

test('every write says which answers are old after it', () => {
  const silent = allEndpoints.filter(({ method, changes }) => method !== 'GET' && !changes)
  expect(silent.map(({ id }) => id)).toEqual([])
})

test('what is old is a read that exists', () => {
  for (const { id, changes = [] } of allEndpoints) {
    expect(new Set(changes).size, id).toBe(changes.length)
    expect(
      changes.filter((name) => !reads.has(name)),
      id,
    ).toEqual([])
  }
})

test('whatever moves a document makes the dashboard old as well', () => {
  const moves = allEndpoints.filter(({ changes }) => changes?.includes('documents.list'))
  expect(moves.map(({ id }) => id)).toEqual(expect.arrayContaining(['intake.submit', 'documents.approve']))
  for (const { id, changes } of moves) expect(changes, id).toContain('dashboard.counts')
})
