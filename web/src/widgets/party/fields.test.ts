import { expect, it } from 'vitest'
import { PARTY_FIELDS } from '#domain/documents/document.ts'
import { chosen, optionsFor } from './fields.ts'
import { PARTY_NAMES } from './labels.ts'

const option = (value: string, label = value) => ({ value, label })

it('has every field of a party but its code, which the portal gives', () => {
  expect([...PARTY_NAMES, 'entity_code'].toSorted()).toEqual([...PARTY_FIELDS].toSorted())
})

it('lists the states of Malaysia and takes any words elsewhere', () => {
  expect(optionsFor('state', { country: 'MYS' })?.map(({ label }) => label)).toContain('Selangor')
  expect(optionsFor('state', { country: '' })).toBeDefined()
  expect(optionsFor('state', { country: 'SGP' })).toBeUndefined()
  expect(optionsFor('city', { country: 'MYS' })).toBeUndefined()
})

it('forgets the state with the country it is in, and only then', () => {
  expect(chosen('country', option('SGP'), { country: 'MYS', state: '10' })).toEqual({
    country: 'SGP',
    state: '',
  })
  expect(chosen('country', option('MYS'), { country: 'SGP', state: 'x' })).toEqual({
    country: 'MYS',
    state: '',
  })
  expect(chosen('country', option('THA'), { country: 'SGP', state: 'x' })).toEqual({ country: 'THA' })
})

it('describes a business by the code that was chosen', () => {
  expect(chosen('msic_code', option('46311', 'Wholesale of meat'), {})).toEqual({
    msic_code: '46311',
    business_description: 'Wholesale of meat',
  })
})
