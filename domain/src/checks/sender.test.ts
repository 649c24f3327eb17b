import { describe, expect, it } from 'vitest'
import type { Party } from '../documents/document.ts'
import { checkSender } from './sender.ts'

const COMPANY: Party = {
  name: 'Kinabalu Trading Sdn Bhd',
  entity_code: '1000000000000017',
  tin_no: 'C24187306090',
  identity_type: 'BRN',
  identity_number: '201501023456',
  sst_no: '',
  ttx_no: '',
  email: 'accounts@kinabalu.example',
  contact_number: '+60321688899',
  address1: '88 Jalan Raja Chulan',
  address2: '',
  address3: '',
  zipcode: '50200',
  city: 'Kuala Lumpur',
  state: '14',
  country: 'MYS',
  msic_code: '46496',
  business_description: 'Wholesale of electrical goods',
}
const check = (given: Partial<Party>) => checkSender({ ...COMPANY, ...given }, '2026-11-20')

describe('a company', () => {
  it('that can issue documents has nothing to mend', () => {
    expect(check({})).toEqual({})
  })

  it('is refused nothing for what is only a warning', () => {
    expect(check({ state: '17' })).toEqual({})
  })

  it.each<[keyof Party, string]>([
    ['name', ''],
    ['tin_no', 'EI00000000010'],
    ['tin_no', 'nonsense'],
    ['identity_number', ''],
    ['state', '00'],
    ['identity_number', 'NA'],
    ['msic_code', '99999'],
    ['contact_number', 'call me'],
    ['city', ''],
  ])('is told of %s "%s" under that field alone', (field, value) => {
    expect(Object.keys(check({ [field]: value }))).toEqual([field])
  })
})
