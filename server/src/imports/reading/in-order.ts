import type { Row } from '#domain/imports/gather.ts'
import { columnOf } from '#domain/imports/headings.ts'
import { withoutGuard } from '#domain/text/csv-cell.ts'
import { sha256Hex } from '../../platform/crypto/digest.ts'

/** Of more documents nothing is said: 500,000 numbers take some 30 MB. */
const DOCUMENTS_MAX = 500_000
/** Two numbers that share so much of their hash would only make the import slower. */
const HEX_CHARS = 12

/**
 * Looks whether the rows of each document stand together, rows without a number aside, which go with the document above
 * them. Only under our own heading of the number is anything known of that.
 */
export const openOrder = (headings: readonly string[]) => {
  const number_at = headings.findIndex((heading) => columnOf(heading)?.field === 'invoice_number')
  const known = new Set<number>()
  let in_order = number_at >= 0
  let number = ''
  const add = ({ cells }: Row) => {
    const own = withoutGuard((cells[number_at] ?? '').trim())
    if (!in_order || own === number || own === '') return
    number = own
    const before = known.size
    known.add(Number.parseInt(sha256Hex(number).slice(0, HEX_CHARS), 16))
    in_order = known.size > before && known.size <= DOCUMENTS_MAX
    if (!in_order) known.clear()
  }
  return { add, isInOrder: () => in_order }
}
