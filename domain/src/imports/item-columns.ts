import { type Column, columnHeaded } from './columns.ts'
import { unknownCode } from './faults/unknown-code.ts'
import { ITEM_FIELDS, ITEM_HEADINGS, type ItemField } from './item-headings.ts'
import type { Records } from './records.ts'

const columnOf = (field: ItemField): Column => columnHeaded(field) ?? { part: 'line', field, kind: 'text' }

/** A file of saved items: its columns are those of a document's line. */
export const ITEM_RECORDS: Records<ItemField> = {
  fields: new Map(
    ITEM_FIELDS.map((field) => [field, { heading: ITEM_HEADINGS[field], column: columnOf(field) }]),
  ),
  // Without its rate an item would be taxed at nothing, unnoticed.
  needed: ITEM_FIELDS,
  ignored: [],
  refuse: unknownCode,
}
