import { expect, it } from 'vitest'
import type { UserRow } from '#contract/people/users.ts'
import { changesOf, valuesOf } from './user-form.ts'

const USER: UserRow = {
  ...{ id: '1', username: 'chong', email: 'chong@lulus.example', first_name: 'Chong', last_name: 'Lee' },
  ...{
    access_type: 'user',
    origin: 'local',
    kept_by_directory: false,
    state: 'active',
    api_keys: 0,
    webhooks: 0,
  },
  groups: [
    { id: 'g1', name: 'Auditors' },
    { id: 'g2', name: 'Makers' },
  ],
  sender_entities: [{ id: 'e1', name: 'Kinabalu Trading Sdn Bhd' }],
  store_codes: [{ id: 's1', code: 'KUL01' }],
  ...{ last_login_at: null, revision: 4 },
}

it('sends the fields that were changed and no other, so that nobody’s work is undone', () => {
  expect(changesOf(USER, { ...valuesOf(USER), first_name: ' Chong Wei ', last_name: 'Lee ' })).toEqual({
    first_name: 'Chong Wei',
  })
  expect(changesOf(USER, { ...valuesOf(USER), access_type: 'staff', store_code_ids: [] })).toEqual({
    ...{ access_type: 'staff', store_code_ids: [] },
  })
})

it('knows a list by what is in it, in whatever order', () => {
  expect(changesOf(USER, { ...valuesOf(USER), group_ids: ['g2', 'g1'] })).toEqual({})
  expect(changesOf(USER, { ...valuesOf(USER), group_ids: ['g2', 'g3'] })).toEqual({ group_ids: ['g2', 'g3'] })
})

it('has nothing to send for a person as they are stored, and leaves out what no form changes', () => {
  expect(changesOf(USER, { ...valuesOf(USER), origin: 'directory' })).toEqual({})
})
