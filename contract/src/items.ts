import { z } from 'zod'
import { CLASSIFICATIONS, TAX_TYPES } from '#codes/lists.ts'
import { compare } from '#domain/money/decimal.ts'
import { toTaxType } from '#domain/shaping/codes.ts'
import { isBlank } from '#domain/text/characters.ts'
import { ITEM_READS } from './changes.ts'
import { anyOf, endpoint } from './endpoint.ts'
import {
  amount,
  decimal,
  ignored,
  instant,
  listOf,
  order,
  page,
  pageSize,
  search,
  seenAt,
  sortBy,
  text,
  uuid,
} from './fields.ts'
import { BOOK_BODY_BYTES_MAX, bookForm, bookReply } from './imports/books.ts'

export const SavedItem = z.object({
  id: z.string(),
  /** The company for which it is kept. */
  sender_entity_id: z.string(),
  classification: z.string(),
  item_description: z.string(),
  tax_type: z.string(),
  tax_rate: amount,
  modified_at: instant,
})
export type SavedItem = z.infer<typeof SavedItem>

export const ITEM_SORT_KEYS = ['classification', 'item_description', 'tax_type', 'tax_rate'] as const

/** A line that is sold again and again. Tax types may be given by name. */
export const ItemWrite = z.strictObject({
  classification: text(10).refine((code) => CLASSIFICATIONS.has(code), 'Please select the classification.'),
  item_description: text(300).refine((value) => !isBlank(value), 'Please enter the description.'),
  tax_type: text(60)
    .transform(toTaxType)
    .refine((code) => TAX_TYPES.has(code), 'Please select the tax type.'),
  tax_rate: decimal('0').refine(
    (rate) => compare(rate, '0') >= 0 && compare(rate, '100') <= 0,
    'Please enter a rate from 0 to 100.',
  ),
  /** For whom the item is kept; needed of those who work for several companies, and never changed. */
  sender_entity_code: text(60),
  modified_at: seenAt,
  id: ignored,
  sender_entity_id: ignored,
})
export type ItemWrite = z.output<typeof ItemWrite>

/** What became of a file of saved items, or would. */
const ItemImport = bookReply(
  SavedItem.pick({ classification: true, item_description: true, tax_type: true, tax_rate: true }).shape,
)

const read = anyOf('can_create_invoice', 'can_edit_invoice', 'can_view_all')
const write = anyOf('can_create_invoice')

export const items = {
  /** At most 200, for the document form; 1,000 without a text and a company. `list` has all of them in pages. */
  find: endpoint({
    id: 'items.find',
    method: 'GET',
    path: '/api/v1/portal-items',
    access: read,
    query: z.object({ search, sender_entity_id: z.string().max(60).optional() }),
    reply: z.array(SavedItem),
  }),
  /** The same in pages. `search` looks at description and classification. */
  list: endpoint({
    id: 'items.list',
    from_copy: true,
    method: 'GET',
    path: '/api/v1/portal-items/list/',
    access: read,
    query: z.object({
      search,
      page,
      page_size: pageSize(10, 100),
      sort_by: sortBy(ITEM_SORT_KEYS),
      order,
    }),
    reply: listOf(SavedItem),
  }),
  create: endpoint({
    id: 'items.create',
    idempotent: true,
    changes: ITEM_READS,
    method: 'POST',
    path: '/api/v1/portal-items',
    access: write,
    body: ItemWrite,
    status: 201,
    reply: SavedItem,
  }),
  /**
   * Adds the items of a CSV file to one company, each judged as `create` would: what is wrong with one refuses it
   * alone, and so does a rate of a type without tax. `notes` tell the rates that a document's check would doubt. Those
   * whose description is there already, in whatever capitals, stay as they are, so the same file twice doubles nothing.
   */
  import: endpoint({
    id: 'items.import',
    changes: ITEM_READS,
    method: 'POST',
    path: '/api/v1/portal-items/import/',
    access: write,
    form: bookForm,
    body_bytes_max: BOOK_BODY_BYTES_MAX,
    reply: ItemImport,
  }),
  update: endpoint({
    id: 'items.update',
    changes: ITEM_READS,
    method: 'PUT',
    path: '/api/v1/portal-items/:id/',
    access: write,
    params: z.object({ id: uuid('Not an item id.') }),
    body: ItemWrite,
    reply: SavedItem,
  }),
  /** For good; documents and templates hold what they say themselves. */
  remove: endpoint({
    id: 'items.remove',
    changes: ITEM_READS,
    method: 'DELETE',
    path: '/api/v1/portal-items/:id/',
    access: write,
    params: z.object({ id: uuid('Not an item id.') }),
    query: z.object({ modified_at: seenAt }),
    reply: z.object({ detail: z.string() }),
  }),
}
