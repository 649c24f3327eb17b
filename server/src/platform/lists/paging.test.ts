import { describe, expect, it } from 'vitest'
import { offsetOf, pageOf } from './paging.ts'

describe('a page of a list', () => {
  const query = { page: 2, page_size: 10, status: ['Valid', 'Invalid'], search: 'a&b', type: undefined }

  it('names its neighbours with the same filters', () => {
    const page = pageOf('/api/invoices/', query, 25, ['row'])
    expect(page).toMatchObject({ count: 25, results: ['row'] })
    const next = new URL(page.next ?? '', 'http://localhost')
    expect(Object.fromEntries(next.searchParams)).toEqual({
      page: '3',
      page_size: '10',
      status: 'Valid,Invalid',
      search: 'a&b',
    })
    expect(page.previous).toContain('page=1')
  })

  it('has none at the ends, and leads back from beyond the last', () => {
    expect(pageOf('/x', { page: 1, page_size: 10 }, 0, [])).toEqual({
      count: 0,
      next: null,
      previous: null,
      results: [],
    })
    expect(pageOf('/x', { page: 3, page_size: 10 }, 30, []).next).toBeNull()
    expect(pageOf('/x', { page: 99, page_size: 10 }, 30, []).previous).toContain('page=3')
  })

  it('starts where the one before it ended', () => {
    expect([1, 2, 5].map((page) => offsetOf({ page, page_size: 20 }))).toEqual([0, 20, 80])
  })
})
