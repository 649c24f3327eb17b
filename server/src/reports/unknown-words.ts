import { DOCUMENT_TYPES, ID_TYPES } from '#codes/lists.ts'
import { ENVIRONMENTS } from '#contract/entities.ts'
import { invalidFields } from '#domain/problems.ts'
import { isStatusFilter, typesOf } from '../documents/finding/matching.ts'

const isOf = (list: readonly string[]) => (word: string) => list.includes(word)

const isOfType = (word: string) => typesOf([word]).every((type) => DOCUMENT_TYPES.has(type))

// NA is the portal's own word for "has none" (specification 2 §3).
const isIdType = (word: string) => ID_TYPES.has(word) || word === 'NA'

/** By the names that reports have for them, and those that the list has. */
const WORDS = {
  status: ['status', isStatusFilter],
  invoice_types: ['document type', isOfType],
  document_type: ['document type', isOfType],
  invoice_type: ['document type', (word: string) => DOCUMENT_TYPES.has(word)],
  customer__identity_type: ['identity type', isIdType],
  buyer_id_type: ['identity type', isIdType],
  environment: ['environment', isOf(ENVIRONMENTS)],
} as const

type Worded = Partial<Record<keyof typeof WORDS, readonly string[]>>

/** The words of filters that name nothing, by their field. */
const unknownOf = (filters: Worded) =>
  Object.entries(WORDS).flatMap(([field, [kind, isKnown]]) => {
    const words = (filters[field as keyof typeof WORDS] ?? []).filter((word) => !isKnown(word))
    return words.length > 0 ? [{ field, kind, words }] : []
  })

/**
 * What filters that are stored name though it does not exist, in one line, where no document can match for that; empty
 * where there is nothing of that, or known words beside it, by which they go.
 */
export const unknownWords = (filters: Worded): string =>
  unknownOf(filters)
    .filter(({ field, words }) => words.length === filters[field as keyof typeof WORDS]?.length)
    .flatMap(({ words }) => words)
    .join(', ')

/**
 * Throws invalid_fields for words of filters that name nothing: no document would ever match them, and an empty report
 * reads as if there were none.
 */
export const refuseUnknownWords = (filters: Worded): void => {
  const faults = unknownOf(filters).map(
    ({ field, kind, words }) =>
      [`filters.${field}`, words.map((word) => `"${word}" is no ${kind}.`)] as const,
  )
  if (faults.length > 0) throw invalidFields(Object.fromEntries(faults))
}
