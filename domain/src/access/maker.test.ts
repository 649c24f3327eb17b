import { expect, test } from 'vitest'
import { checkFlags } from './answer.ts'
import type { Caller } from './caller.ts'
import { checkMaker } from './maker.ts'

const person = (user_id: string, access_type: 'user' | 'superadmin' = 'user'): Caller => ({
  kind: 'user',
  user_id,
  email: `${user_id}@lulus.example`,
  display_name: user_id,
  access_type,
  flags: new Set(['can_view_all'] as const),
  stores: [],
})
const made = { created_by: 'aminah', edited_by: ['ezra', 'farid'], allow_self_approval: false }

test('nobody decides about a request that they made or ever edited, superadmins included', () => {
  expect(checkMaker(person('aminah', 'superadmin'), 'request', made)).toEqual({
    ok: false,
    code: 'own_request',
    why: 'You created this request; someone else must decide.',
  })
  for (const editor of ['ezra', 'farid']) {
    expect(checkMaker(person(editor), 'request', made)).toMatchObject({
      why: 'You edited this request; someone else must decide.',
    })
  }
  expect(checkMaker(person('bakri'), 'request', made)).toEqual({ ok: true })
  expect(checkMaker(person('aminah'), 'request', { ...made, allow_self_approval: true }).ok).toBe(true)
})

test('one of several flags is enough, and a refusal names the first', () => {
  expect(checkFlags(person('gita'), ['can_view_invoice', 'can_view_all']).ok).toBe(true)
  expect(checkFlags(person('gita'), ['can_edit_invoice', 'can_create_invoice'])).toMatchObject({
    code: 'flag_missing',
    why: 'You need the permission can_edit_invoice.',
  })
  expect(checkFlags(person('gita'), 'superadmin')).toMatchObject({ why: 'Only a superadmin may do this.' })
})
