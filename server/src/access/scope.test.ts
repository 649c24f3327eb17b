import { describe, expect, it } from 'vitest'
import { allFlags, type Caller, type StoreScope } from '#domain/access/caller.ts'
import { entityIds, namedStores, storeIds } from './scope.ts'

const store = (store_code_id: string, sender_entity_id: string): StoreScope => ({
  store_code_id,
  sender_entity_id,
  code: store_code_id,
})
const user = (access_type: 'user' | 'superadmin', stores: StoreScope[]): Caller => ({
  kind: 'user',
  user_id: 'u',
  email: '',
  display_name: '',
  access_type,
  flags: allFlags,
  stores,
})
const key: Caller = {
  kind: 'api_key',
  key_id: 'k',
  name: '',
  sender_entity_id: 'e1',
  flags: allFlags,
  stores: [store('s1', 'e1')],
}

describe('the scope', () => {
  it('of a person is the stores assigned, and the entities these belong to', () => {
    const caller = user('user', [store('s1', 'e1'), store('s2', 'e1'), store('s3', 'e2')])
    expect(storeIds(caller)).toEqual(['s1', 's2', 's3'])
    expect(entityIds(caller)).toEqual(['e1', 'e2'])
  })

  it('of a person without stores is empty, not everything', () => {
    expect(storeIds(user('user', []))).toEqual([])
    expect(entityIds(user('user', []))).toEqual([])
  })

  it('of a superadmin is everything', () => {
    expect(storeIds(user('superadmin', []))).toBe('all')
    expect(entityIds(user('superadmin', []))).toBe('all')
    expect(namedStores(user('superadmin', [store('s1', 'e1'), store('s2', 'e2')]))).toEqual(['s1', 's2'])
  })

  it('of a key is its entity and its stores', () => {
    expect(storeIds(key)).toEqual(['s1'])
    expect(entityIds(key)).toEqual(['e1'])
  })
})
