import { z } from 'zod'
import { type documents, PENDING_SORT_KEYS } from '#contract/documents.ts'
import { oneOf, pageNumber, readAddress, text } from '../../../ui/address.ts'

export const PENDING_PAGE_SIZES = [5, 10, 20, 50] as const
const PAGE_SIZE = 10

export type PendingSortKey = (typeof PENDING_SORT_KEYS)[number]

/** What decides which pending documents are shown; it stands in the address. */
export const readPendingSearch = readAddress({
  invoice_number: text,
  sender_store_code: text,
  sort_by: z.enum(PENDING_SORT_KEYS),
  sort_order: z.enum(['asc', 'desc']),
  page: pageNumber,
  page_size: oneOf(PENDING_PAGE_SIZES),
})
export type PendingSearch = ReturnType<typeof readPendingSearch>

export const toPendingQuery = (search: PendingSearch): z.input<(typeof documents.pending)['query']> => ({
  ...search,
  page: search.page ?? 1,
  page_size: search.page_size ?? PAGE_SIZE,
})
