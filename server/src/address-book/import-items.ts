import { ItemWrite } from '#contract/items.ts'
import { ITEM_RECORDS } from '#domain/imports/item-columns.ts'
import type { ItemField } from '#domain/imports/item-headings.ts'
import { twoPlaces } from '#domain/money/format.ts'
import { addItems, findAlike, keyOf, type NamedItem } from '../items/add-many.ts'
import { readAs } from '../platform/http/read-input.ts'
import type { Book, By } from './book.ts'
import { type Input, importBook } from './import-book.ts'

const ITEMS: Book<ItemField, NamedItem, NamedItem, NamedItem> = {
  records: ITEM_RECORDS,
  knownOf: (said) => ({ classification: '', item_description: '', tax_type: '', tax_rate: '', ...said }),
  keyOf,
  judge: (said) => {
    const { classification, item_description, tax_type, tax_rate } = readAs(ItemWrite, said)
    return { judged: { classification, item_description, tax_type, tax_rate }, changes: [] }
  },
  findAlike,
  add: (by, { sender_entity_id, rows }) => addItems(by, { sender_entity_id, items: rows }),
  tell: (item) => ({ ...item, tax_rate: twoPlaces(item.tax_rate) }),
}

/** Brings the items of a CSV file among those that are saved for one of the caller's companies (`importBook`). */
export const importItems = (by: By, input: Input) => importBook(ITEMS, by, input)
