import type { z } from 'zod'
import { type documents, PENDING_SORT_KEYS } from '#contract/documents.ts'

export const PENDING_PAGE_SIZES = [5, 10, 20, 50] as const
const PAGE_SIZE = 10

export type PendingSortKey = (typeof PENDING_SORT_KEYS)[number]

/** What decides which pending documents are shown; it stands in the address. */
export type PendingSearch = {
  invoice_number?: string
  sender_store_code?: string
  sort_by?: PendingSortKey
  sort_order?: 'asc' | 'desc'
  page?: number
  page_size?: number
}

/** Reads an address that anybody may have typed: what makes no sense is left out. */
export const readPendingSearch = (search: Record<string, unknown>): PendingSearch => {
  const text = (value: unknown) => (typeof value === 'string' ? value.trim().slice(0, 200) : '')
  const page = Number(search.page)
  const page_size = PENDING_PAGE_SIZES.find((size) => size === Number(search.page_size))
  const sort_by = PENDING_SORT_KEYS.find((key) => key === search.sort_by)
  const invoice_number = text(search.invoice_number)
  const sender_store_code = text(search.sender_store_code)
  return {
    ...(invoice_number && { invoice_number }),
    ...(sender_store_code && { sender_store_code }),
    ...(sort_by && { sort_by, sort_order: search.sort_order === 'asc' ? 'asc' : 'desc' }),
    ...(Number.isInteger(page) && page > 1 && page <= 100_000 && { page }),
    ...(page_size && page_size !== PAGE_SIZE && { page_size }),
  }
}

export const toPendingQuery = (search: PendingSearch): z.input<(typeof documents.pending)['query']> => ({
  ...search,
  page: search.page ?? 1,
  page_size: search.page_size ?? PAGE_SIZE,
})
