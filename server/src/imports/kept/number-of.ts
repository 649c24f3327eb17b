import { withoutGuard } from '#domain/text/csv-cell.ts'
import type { ImportRecord } from './tables.ts'

/** No index holds numbers of any length; a longer one is refused where its document is judged. */
export const NUMBER_CHARS_MAX = 200

/** The number that a row bears, empty where that can be no document's; `loose`: it should have one and has none. */
export const numberOf = (
  { format, fields }: Pick<ImportRecord, 'format' | 'fields'>,
  cells: readonly string[],
): { number: string; loose: boolean } => {
  const written = withoutGuard((cells[fields.indexOf('invoice_number')] ?? '').trim())
  const number = written.length > NUMBER_CHARS_MAX ? '' : written
  return { number, loose: written === '' && format === 'csv' }
}
