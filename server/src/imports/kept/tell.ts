import type { Import, ImportSummary } from '#contract/imports/shapes.ts'
import { gatheringUnder } from '#domain/imports/gather.ts'
import { missingFields } from '#domain/imports/guess.ts'
import { columnOf, letterOf } from '#domain/imports/headings.ts'
import { FIELDS } from '#domain/shaping/fields.ts'
import { isFilled } from '#domain/shaping/pipeline.ts'
import type { Db } from '../../platform/db/database.ts'
import { shaping } from '../../shaping/read.ts'
import { COUNTS, type ImportRecord, on } from './tables.ts'

/** An import as a list tells it. */
export const tellSummary = (one: ImportRecord): ImportSummary => ({
  id: one.id,
  file_name: one.file_name,
  file_bytes: Number(one.file_bytes),
  state: one.state,
  check_only: one.check_only,
  unattended: one.unattended,
  sender_entity_id: one.sender_entity_id,
  rows_in_file: one.rows_in_file,
  counts: Object.fromEntries(COUNTS.map((name) => [name, one[name]])) as ImportSummary['counts'], // by COUNTS
  fault: one.fault,
  created_at: one.created_at.toISOString(),
  modified_at: one.modified_at.toISOString(),
  finished_at: one.finished_at?.toISOString() ?? null,
})

/** The whole of it, with what its columns are and what can be taken back. */
export const tellImport = async (db: Db, one: ImportRecord): Promise<Import> => {
  const last = await on(db)
    .selectFrom('import_changes')
    .where('import_id', '=', one.id)
    .select(['id', 'label', 'cells'])
    .orderBy('nr', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    ...tellSummary(one),
    columns: one.headings.map((heading, at) => ({
      heading,
      samples: one.samples[at] ?? [],
      field: one.fields[at] ?? null,
      match: one.matches[at] ?? 'none',
    })),
    missing: await missingOf(db, one.fields),
    notes: one.notes,
    changes: tellChanges(one),
    undo: last && canUndo(one) ? { id: last.id, label: last.label, cells: last.cells.length } : null,
  }
}

const tellChanges = ({ change_kinds }: ImportRecord): Import['changes'] =>
  Object.entries(change_kinds)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, kind]) => kind)

/** The required fields that no column is, and no mapping or default fills. */
export const missingOf = async (db: Db, fields: ImportRecord['fields']): Promise<string[]> => {
  const current = await shaping.current(db)
  const filled = FIELDS.filter(({ value }) => isFilled(current, value))
  const chosen = fields.map((field) => (field === null ? undefined : columnOf(field)))
  // A field of the lines is `items.tax_type` there and `tax_type` in a file.
  return missingFields(chosen, new Set(filled.map(({ value }) => value.replace(/^items\./, ''))))
}

const canUndo = ({ state }: ImportRecord) => state === 'checked' || state === 'done'

/**
 * How the rows of an import are read at present: by its format, and its fields as the headings of its file. Where a
 * person said what the columns are, one without a heading was left out on purpose as any other, and goes by its letter.
 */
export const readingOf = async (db: Db, one: ImportRecord) => {
  const { format, headings: texts, fields, samples, unattended, semicolons } = one
  const headings = texts.map((text, at) => {
    const field = fields[at]
    return { text: unattended ? text : text || letterOf(at), column: field ? columnOf(field) : undefined }
  })
  const isBlank = (column: number) => samples[column]?.length === 0
  const writing = { semicolons, shaping: await shaping.current(db), isBlank }
  return { format, headings, openGathering: gatheringUnder(headings, writing) }
}

/** Where a column stands in the file, counted from 0; null where the file has none of it. */
export const columnAt = ({ fields }: Pick<ImportRecord, 'fields'>, field: string): number | null => {
  const at = fields.indexOf(field)
  return at < 0 ? null : at
}
