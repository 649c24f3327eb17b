import { expect, it } from 'vitest'
import type { Entity } from '#contract/entities.ts'
import { emptyParty } from '#domain/documents/document.ts'
import { isChanged, toWrite } from './party-form.ts'

const ENTITY: Entity = {
  ...emptyParty,
  id: '1',
  entity_code: '1000000000000017',
  name: 'Kinabalu Trading Sdn Bhd',
  image: 'data:',
  environment: 'simulator',
  document_version: '1.1',
  obstacle: '',
  access: [],
  certificate_warnings: [],
}

it('sends what the server takes and nothing else', () => {
  const write = toWrite(ENTITY, { environment: 'preprod' })
  expect(write).toMatchObject({ name: ENTITY.name, environment: 'preprod', document_version: '1.1' })
  for (const name of ['id', 'entity_code', 'image', 'access']) expect(write).not.toHaveProperty(name)
})

it('knows a change from a blank that somebody typed', () => {
  expect(isChanged(ENTITY, toWrite(ENTITY))).toBe(false)
  expect(isChanged(ENTITY, { ...toWrite(ENTITY), name: `${ENTITY.name} ` })).toBe(false)
  expect(isChanged(ENTITY, { ...toWrite(ENTITY), city: 'Ipoh' })).toBe(true)
})
