import { describe, expect, it } from 'vitest'
import { datesOf, linksOf, trialsOf } from './periods.ts'

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
    expect(links.pending).toEqual({ date_start: '2026-11-01', date_end: '2026-11-30', may_approve: 'true' })
  })

  it('lead to production alone where trials are left out, but for what is pending', () => {
    const { pending, ...sent } = linksOf('this_month', '2026-11-20', true)
    expect(Object.values(sent).map(({ environment }) => environment)).toEqual(['prod', 'prod', 'prod'])
    expect(pending).toEqual(linksOf('this_month', '2026-11-20').pending)
    expect(trialsOf('2026-11-20')).toEqual({
      ...{ date_start: '2026-01-01', date_end: '2026-11-30', environment: 'simulator,preprod' },
      status: 'LHDN Submission,Submission Failed',
    })
  })
})
