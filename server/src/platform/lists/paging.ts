export type Paged = { page: number; page_size: number }

/**
 * The envelope of a list (decisions.md §5): neighbours are addresses with the same filters. `list` is the whole address
 * of the list itself.
 */
export const pageOf = <T>(
  list: string,
  query: Paged & Record<string, unknown>,
  count: number,
  results: T[],
) => {
  const last_page = Math.max(1, Math.ceil(count / query.page_size))
  return {
    count,
    next: query.page < last_page ? address(list, query, query.page + 1) : null,
    previous: query.page > 1 ? address(list, query, Math.min(query.page - 1, last_page)) : null,
    results,
  }
}

export const offsetOf = ({ page, page_size }: Paged) => (page - 1) * page_size

const address = (list: string, query: Record<string, unknown>, page: number) => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, page })) {
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '')
    if (text !== '') search.set(name, text)
  }
  return `${list}?${search}`
}
