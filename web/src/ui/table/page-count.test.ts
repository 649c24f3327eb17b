import { describe, expect, it } from 'vitest'
import { pageNumbers, pagesOf, rangeOf } from './page-count.ts'

describe('pages of a list', () => {
  it('counts a started page as a page and an empty list as one', () => {
    expect([pagesOf(0, 50), pagesOf(50, 50), pagesOf(51, 50)]).toEqual([1, 1, 2])
  })

  it('offers the ends and the neighbours by number, with gaps between', () => {
    expect(pageNumbers(1, 1)).toEqual([1])
    expect(pageNumbers(2, 3)).toEqual([1, 2, 3])
    expect(pageNumbers(6, 20)).toEqual([1, undefined, 5, 6, 7, undefined, 20])
    expect(pageNumbers(9, 4)).toEqual([1, undefined, 4])
  })

  it('tells the rows of a page by their place, and on the last page only what there is', () => {
    const told = [1, 2, 3].map((page) => rangeOf(page, 50, 120)).map(({ first, last }) => [first, last])
    expect(told).toEqual([
      [1, 50],
      [51, 100],
      [101, 120],
    ])
    expect(rangeOf(1, 50, 0)).toEqual({ first: 0, last: 0, count: 0 })
  })
})
