import { ItemWrite } from '#contract/items.ts'
import { rateAsFraction, rateWithoutTax, taxWithoutRate } from '#domain/checks/tax-rate.ts'
import { ITEM_RECORDS } from '#domain/imports/item-columns.ts'
import type { ItemField } from '#domain/imports/item-headings.ts'
import { twoPlaces } from '#domain/money/format.ts'
import { invalidFields } from '#domain/problems.ts'
import { addItems, findAlike, keyOf, type NamedItem } from '../items/add-many.ts'
import { readAs } from '../platform/http/read-input.ts'
import type { Book, By } from './book.ts'
import { type Input, importBook } from './import-book.ts'

/** Nobody looks at each row as at a form, so its rate is held to what is said of a line of a document. */
const ITEMS: Book<ItemField, NamedItem, NamedItem, NamedItem> = {
  records: ITEM_RECORDS,
  knownOf: (said) => ({ classification: '', item_description: '', tax_type: '', tax_rate: '', ...said }),
  keyOf,
  judge: (said) => {
    const { classification, item_description, tax_type, tax_rate } = readAs(ItemWrite, said)
    const judged = { classification, item_description, tax_type, tax_rate }
    const wrong = rateWithoutTax(judged)
    if (wrong !== undefined) throw invalidFields({ tax_rate: [wrong] })
    const doubts = [taxWithoutRate(judged), rateAsFraction(judged)].filter((doubt) => doubt !== undefined)
    return { judged, changes: [], doubts }
  },
  findAlike,
  add: (by, { sender_entity_id, rows }) => addItems(by, { sender_entity_id, items: rows }),
  tell: (item) => ({ ...item, tax_rate: twoPlaces(item.tax_rate) }),
}

/** Brings the items of a CSV file among those that are saved for one of the caller's companies (`importBook`). */
export const importItems = (by: By, input: Input) => importBook(ITEMS, by, input)
