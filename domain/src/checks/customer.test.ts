import { describe, expect, it } from 'vitest'
import { buildDocument } from '../../test/build.ts'
import { checkCustomer } from './all.ts'

const TODAY = { today: '2026-11-21' }
const { customer } = buildDocument()
const fieldsOf = (given: object) => [
  ...new Set(checkCustomer({ ...customer, ...given }, TODAY).map(({ field }) => field)),
]

describe('a saved customer', () => {
  it('that could stand on a document is taken', () => {
    expect(fieldsOf({})).toEqual([])
  })

  it('without a number is a buyer of consolidated documents, under a general TIN', () => {
    const nobody = { identity_type: 'NA', identity_number: 'NA' }
    expect(fieldsOf({ ...nobody, tin_no: 'EI00000000010' })).toEqual([])
    expect(fieldsOf({ ...nobody, tin_no: 'EI00000000020', country: 'SGP', state: '17' })).toEqual([])
    expect(fieldsOf(nobody)).toEqual(['identity_type'])
  })

  it.each([
    [{ tin_no: 'X1' }, ['tin_no']],
    [{ name: ' ' }, ['name']],
    [{ identity_type: 'NRIC', identity_number: '991399015324' }, ['identity_number']],
    [{ zipcode: '1' }, ['zipcode']],
    [{ contact_number: '1' }, ['contact_number']],
  ])('with %o is refused at the field itself', (given, fields) => {
    expect(fieldsOf(given)).toEqual(fields)
  })

  it('need not have what only suppliers need', () => {
    expect(fieldsOf({ msic_code: '', business_description: '' })).toEqual([])
  })
})
