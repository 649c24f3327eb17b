import { describe, expect, it } from 'vitest'
import { datesOf, linksOf } from './periods.ts'

describe('the cards of the dashboard', () => {
  it('count the year up to today and the whole month', () => {
    expect(datesOf('this_year', '2026-11-20')).toEqual({ date_start: '2026-01-01', date_end: '2026-11-20' })
    expect(datesOf('this_month', '2028-02-03')).toEqual({ date_start: '2028-02-01', date_end: '2028-02-29' })
  })

  it('lead to the tab they count, LHDN Submission to no tab at all', () => {
    const links = linksOf('this_month', '2026-11-20')
    expect([links.validated.tab, links.failed.tab]).toEqual(['Validated', 'Failed'])
    expect(links.submission).toEqual({
      date_start: '2026-11-01',
      date_end: '2026-11-30',
      status: 'LHDN Submission',
    })
    expect(linksOf('this_month', '2026-11-20', true)).toMatchObject({
      ...{ submission: { environment: 'prod' }, validated: { environment: 'prod' } },
      ...{ failed: { environment: 'prod' }, pending: links.pending },
    })
    expect(links.pending).toEqual({ date_start: '2026-11-01', date_end: '2026-11-30', may_approve: 'true' })
  })
})
