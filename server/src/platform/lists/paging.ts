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
    next: query.page < last_page ? addressOf(list, { ...query, page: query.page + 1 }) : null,
    previous:
      query.page > 1 ? addressOf(list, { ...query, page: Math.min(query.page - 1, last_page) }) : null,
    results,
  }
}

/**
 * The neighbours of a page that may lie beyond all that is counted, and whose count tells none: a full page has a next
 * one. What stands here goes before what `pageOf` says.
 */
export const neighboursOf = (list: string, query: Paged & Record<string, unknown>, rows: number) => {
  const { page, page_size } = query
  return {
    ...(rows === page_size && { next: addressOf(list, { ...query, page: page + 1 }) }),
    ...(rows > 0 && page > 1 && { previous: addressOf(list, { ...query, page: page - 1 }) }),
  }
}

export const offsetOf = ({ page, page_size }: Paged) => (page - 1) * page_size

/** The address of a list with these filters; those that are empty are left out. */
export const addressOf = (list: string, query: Record<string, unknown>) => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '')
    if (text !== '') search.set(name, text)
  }
  return `${list}?${search}`
}
