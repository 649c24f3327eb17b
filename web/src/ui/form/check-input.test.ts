import { expect, it } from 'vitest'
import { entities } from '#contract/entities.ts'
import { templates } from '#contract/templates.ts'
import { checkInput } from './check-input.ts'

it('finds nothing in what the contract takes', () => {
  const body = { environment: 'simulator', client_id: 'a', client_secret: 'b', on_behalf_of: '' }
  expect(checkInput(entities.setCredentials, { body })).toEqual({})
  expect(checkInput(entities.get, {})).toEqual({})
})

it('says what the contract says, by the path of the field', () => {
  const body = { environment: 'simulator', client_id: ' ', client_secret: 'b', on_behalf_of: 'x'.repeat(61) }
  expect(checkInput(entities.setCredentials, { body })).toEqual({
    client_id: ['Please enter the client id.'],
    on_behalf_of: ['At most 60 characters are allowed.'],
  })
  const named = { name: 'n', data: { description: 'd'.repeat(1001), invoice: {} } }
  expect(checkInput(templates.save, { body: named })).toEqual({
    'data.description': ['At most 1,000 characters are allowed.'],
  })
})

it('speaks in our words where the contract has none, of multipart fields as well', () => {
  expect(checkInput(entities.addCertificate, { form: { environment: 'simulator', password: '' } })).toEqual({
    file: ['This field is required.'],
  })
})
