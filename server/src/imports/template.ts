import { Readable } from 'node:stream'
import type { Caller } from '#domain/access/caller.ts'
import { headingOf } from '#domain/imports/columns.ts'
import { SAMPLE_COLUMNS, sampleCell, sampleRows } from '#domain/imports/sample.ts'
import { type CsvColumn, csvHead, csvLine } from '#domain/text/csv.ts'
import { senderEntities } from '../entities/records/find.ts'
import type { Db } from '../platform/db/database.ts'
import type { Download } from '../platform/http/route.ts'

type By = { db: Db; caller: Caller; now: Date }

/** The sample template: every column, and two documents of the caller's own department that can be taken. */
export const sampleTemplate = async (by: By): Promise<Download> => {
  const rows = sampleRows({ ...(await placeOf(by)), now: by.now })
  const columns = SAMPLE_COLUMNS.map(
    (column): CsvColumn<(typeof rows)[number]> => [headingOf(column), (row) => sampleCell(row, column)],
  )
  const lines = [csvHead(columns), ...rows.map((row) => csvLine(columns, row))]
  return {
    content: Readable.from(lines),
    content_type: 'text/csv; charset=utf-8',
    filename: 'sample_template.csv',
  }
}

/**
 * A department of a company that is active. Its company is named only where none of the codes says whose it is, since
 * spreadsheets leave the last of sixteen digits out.
 */
const placeOf = async ({ db, caller }: By) => {
  const active = (await senderEntities(db, caller)).filter(({ is_active }) => is_active)
  const places = caller.stores.flatMap(({ code, sender_entity_id }) => {
    const entity = active.find(({ id }) => id === sender_entity_id)
    return entity ? [{ sender_store_code: code, sender_entity_code: entity.entity_code }] : []
  })
  const by_code = Map.groupBy(places, ({ sender_store_code }) => sender_store_code)
  const [alone] = [...by_code.values()].find(({ length }) => length === 1) ?? []
  if (alone) return { ...alone, sender_entity_code: '' }
  return places[0] ?? { sender_store_code: '', sender_entity_code: '' }
}
