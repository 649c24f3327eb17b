import { describe, expect, it } from 'vitest'
import { pageNumbers, pagesOf, shownUpTo } from './page-count.ts'

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

  it('states page times size, and on the last page only what there is', () => {
    expect([shownUpTo(1, 50, 120), shownUpTo(2, 50, 120), shownUpTo(3, 50, 120)]).toEqual([50, 100, 120])
    expect(shownUpTo(1, 50, 0)).toBe(0)
  })
})
