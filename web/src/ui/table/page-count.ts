/** How many pages `count` rows fill; an empty list has one. */
export const pagesOf = (count: number, page_size: number) => Math.max(1, Math.ceil(count / page_size))

/** The pages to offer by number: the first, the last, and those around the current one; gaps are undefined. */
export const pageNumbers = (page: number, pages: number): (number | undefined)[] => {
  const near = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages)
  const offered = [...new Set(near)].toSorted((a, b) => a - b)
  return offered.flatMap((one, index) => {
    const before = offered[index - 1]
    return before !== undefined && one - before > 1 ? [undefined, one] : [one]
  })
}

/** Which rows of all a page shows, counted from 1; on the last page no more than there are. */
export const rangeOf = (page: number, page_size: number, count: number) => ({
  first: Math.min((page - 1) * page_size + 1, count),
  last: Math.min(page * page_size, count),
  count,
})
