import { expect, it } from 'vitest'
import type { Entity } from '#contract/entities.ts'
import { emptyParty } from '#domain/documents/document.ts'
import { changesOf, particularsOf } from './party-form.ts'

const ENTITY: Entity = {
  ...emptyParty,
  id: '1',
  entity_code: '1000000000000017',
  name: 'Kinabalu Trading Sdn Bhd',
  image: 'data:',
  environment: 'simulator',
  document_version: '1.1',
  is_active: true,
  modified_at: '2026-07-15T04:00:00.000Z',
  obstacle: '',
  access: [],
  certificate_warnings: [],
}

it('sends the fields that were changed and no other, so that nobody’s work is undone', () => {
  const typed = { ...particularsOf(ENTITY), city: ' Ipoh ', name: `${ENTITY.name} ` }
  expect(changesOf(ENTITY, typed)).toEqual({ city: 'Ipoh' })
})

it('sends nothing that will be written as it is stored already', () => {
  const stored = { ...ENTITY, tin_no: 'C2584563200', contact_number: '+60312345678' }
  const typed = { ...particularsOf(stored), tin_no: 'c 2584563200', contact_number: '+60 3-1234 5678' }
  expect(changesOf(stored, typed)).toEqual({})
  expect(changesOf(stored, { ...typed, tin_no: 'C-2584563210' })).toEqual({ tin_no: 'C-2584563210' })
})

it('has nothing to send for a company as it is stored', () => {
  expect(changesOf(ENTITY, particularsOf(ENTITY))).toEqual({})
  expect(particularsOf(ENTITY)).not.toHaveProperty('entity_code')
})
