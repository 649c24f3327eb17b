import { describe, expect, it } from 'vitest'
import { address } from './call.ts'

describe('the address of a call', () => {
  it('fills parameters in, escaped, and keeps the trailing slash', () => {
    expect(address('/api/v1/invoices/:uuid/', { params: { uuid: 'a/b c' } })).toBe(
      '/api/v1/invoices/a%2Fb%20c/',
    )
  })

  it('leaves empty query values out and keeps zero', () => {
    const query = { invoice_number: '', status: undefined, page: 0, buyer_name: 'Tan & Söhne' }
    expect(address('/api/v1/summary-invoices/', { query })).toBe(
      '/api/v1/summary-invoices/?page=0&buyer_name=Tan+%26+S%C3%B6hne',
    )
  })
})
