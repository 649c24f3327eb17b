import { describe, expect, it } from 'vitest'
import { parseSearch, stringifySearch } from './search.ts'

describe('an address', () => {
  it('keeps texts that look like numbers as texts', () => {
    expect(parseSearch('?invoice_number=000123&page=2')).toEqual({ invoice_number: '000123', page: '2' })
  })

  it('comes back as it was written, and empty values are left out', () => {
    const search = { tab: 'Pending Approval', buyer_name: '50% & co', page: 2, open: '', sort: undefined }
    expect(stringifySearch(search)).toBe('?tab=Pending+Approval&buyer_name=50%25+%26+co&page=2')
    expect(parseSearch(stringifySearch(search))).toEqual({
      tab: 'Pending Approval',
      buyer_name: '50% & co',
      page: '2',
    })
    expect(stringifySearch({})).toBe('')
  })
})
