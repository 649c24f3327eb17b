const PAGE_SIZE_MAX = 100

/**
 * The slice that `pageNo` (from 1; clients also send 0 for the first) and `pageSize` (at most 100, default 100) ask
 * for; undefined when they are bad.
 */
export const readPage = (
  query: Readonly<Record<string, string>>,
): { from: number; to: number; size: number } | undefined => {
  const number = query.pageNo === '0' ? 1 : Number(query.pageNo ?? '1')
  const size = Number(query.pageSize ?? PAGE_SIZE_MAX)
  const fine = Number.isInteger(number) && Number.isInteger(size) && number >= 1 && size >= 1
  if (!fine || size > PAGE_SIZE_MAX) return undefined
  return { from: (number - 1) * size, to: number * size, size }
}
