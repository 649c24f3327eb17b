import { describe, expect, it } from 'vitest'
import { readPendingSearch, toPendingQuery } from './pending-search.ts'

describe('the address of the approval page', () => {
  it('asks for ten to a page unless it says otherwise', () => {
    expect(toPendingQuery(readPendingSearch({}))).toEqual({ page: 1, page_size: 10 })
    expect(toPendingQuery(readPendingSearch({ page: '2', page_size: '50' }))).toEqual({
      page: 2,
      page_size: 50,
    })
  })

  it('keeps filters and sort, and leaves out what makes no sense', () => {
    const typed = {
      invoice_number: ' 0012 ',
      sort_by: 'customer.name',
      sort_order: 'asc',
      page_size: '7',
      page: '0',
    }
    expect(readPendingSearch(typed)).toEqual({
      invoice_number: '0012',
      sort_by: 'customer.name',
      sort_order: 'asc',
    })
  })
})
