const PAGE_SIZES = [20, 50]

/** Page and page size, where the address says something else than the first page of ten. */
export const readPage = (search: Record<string, unknown>): { page?: number; page_size?: number } => {
  const page = Math.floor(Number(search.page))
  const page_size = Number(search.page_size)
  return { ...(page > 1 && { page }), ...(PAGE_SIZES.includes(page_size) && { page_size }) }
}
