import { describe, expect, it } from 'vitest'
import { invoicesAddress, toListQuery } from './invoices-address.ts'

const { read } = invoicesAddress

describe('the address of the list', () => {
  it('takes what the dashboard links say', () => {
    const search = read({ tab: 'Validated', date_start: '2026-01-01', date_end: '2026-11-20' })
    expect(toListQuery(search)).toEqual({
      dateStart: '2026-01-01',
      dateEnd: '2026-11-20',
      status: 'Validated',
    })
  })

  it('asks for the status behind the tab Failed and for all three behind In Progress', () => {
    expect(toListQuery(read({ tab: 'Failed' })).status).toBe('Submission Failed')
    expect(toListQuery(read({ tab: 'In Progress' })).status).toBe('Approved,Submitted,Outcome Unknown')
    expect(toListQuery(read({ tab: 'All' })).status).toBeUndefined()
  })

  it('keeps the status filter of the LHDN Submission card under All', () => {
    expect(toListQuery(read({ status: 'LHDN Submission' })).status).toBe('LHDN Submission')
  })

  it('leaves out what makes no sense', () => {
    const typed = { tab: 'Nope', date_start: '2026-02-30', sort_by: 'password' }
    expect(read(typed)).toEqual({})
    expect(read({ tab: 'constructor', buyer_name: '   ' })).toEqual({})
  })

  it('keeps leading zeros of numbers and the order of a sort', () => {
    const search = read({
      invoice_number: '000123',
      sort_by: 'invoice_date',
      sort_order: 'asc',
    })
    expect(toListQuery(search)).toMatchObject({
      invoice_number: '000123',
      sort_by: 'invoice_date',
      sort_order: 'asc',
    })
  })
})
