import { expect, test } from 'vitest'
import { allEndpoints } from './all.ts'
import { settings } from './installation/settings.ts'
import { READS_OF } from './live.ts'
import { apiKeys } from './people/api-keys.ts'
import { changeRequests } from './people/change-requests.ts'
import { users } from './people/users.ts'
import { rules } from './shaping/rules.ts'

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

test('what others hear of a setting makes old what it makes old to whoever changes it', () => {
  for (const { changes } of [settings.update, settings.restore])
    expect(READS_OF.settings.toSorted()).toEqual(changes.toSorted())
})

test('what ends with its key or its owner is old where these are', () => {
  const ended = ['webhooks.list', 'webhooks.get']
  for (const names of [READS_OF.people, READS_OF.keys, users.update.changes, apiKeys.revoke.changes])
    expect(names).toEqual(expect.arrayContaining(ended))
})

test.each([
  changeRequests.askGroup,
  changeRequests.askStoreCode,
  changeRequests.withdraw,
  changeRequests.decide,
  rules.ask,
])('what others hear of $id makes old what it makes old to its maker', ({ changes }) => {
  // Of what they may do themselves people hear otherwise.
  const of_requests = changes.filter((name) => !name.startsWith('session.'))
  expect(READS_OF.requests).toEqual(expect.arrayContaining(of_requests))
})
