import { describe, expect, it } from 'vitest'
import { filtersOf, hasFilter, readListSearch, toListQuery } from './list-search.ts'

describe('the address of the list', () => {
  it('takes what the dashboard links say', () => {
    const search = readListSearch({ tab: 'Validated', date_start: '2026-01-01', date_end: '2026-11-20' })
    expect(toListQuery(search)).toEqual({
      dateStart: '2026-01-01',
      dateEnd: '2026-11-20',
      status: 'Validated',
      page: 1,
      page_size: 50,
    })
  })

  it('asks for the status behind the tab Failed and for all three behind In Progress', () => {
    expect(toListQuery(readListSearch({ tab: 'Failed' })).status).toBe('Submission Failed')
    expect(toListQuery(readListSearch({ tab: 'In Progress' })).status).toBe(
      'Approved,Submitted,Outcome Unknown',
    )
    expect(toListQuery(readListSearch({ tab: 'All' })).status).toBeUndefined()
  })

  it('keeps the status filter of the LHDN Submission card under All', () => {
    expect(toListQuery(readListSearch({ status: 'LHDN Submission' })).status).toBe('LHDN Submission')
  })

  it('leaves out what makes no sense', () => {
    const typed = { tab: 'Nope', date_start: '2026-02-30', page: '-3', page_size: '999', sort_by: 'password' }
    expect(readListSearch(typed)).toEqual({})
    expect(readListSearch({ tab: 'constructor', page: 'x', buyer_name: '   ' })).toEqual({})
  })

  it('keeps leading zeros of numbers and the order of a sort', () => {
    const search = readListSearch({
      invoice_number: '000123',
      sort_by: 'invoice_date',
      sort_order: 'asc',
      page: '3',
    })
    expect(toListQuery(search)).toMatchObject({
      invoice_number: '000123',
      sort_by: 'invoice_date',
      sort_order: 'asc',
      page: 3,
    })
  })

  it('knows filters from tab, sort, page and open row', () => {
    const search = readListSearch({
      tab: 'OnHold',
      sort_by: 'status',
      page: '2',
      page_size: '100',
      open: 'x',
    })
    expect([hasFilter(search), filtersOf(search)]).toEqual([false, {}])
    expect(hasFilter(readListSearch({ buyer_tin_no: 'C1' }))).toBe(true)
  })
})
