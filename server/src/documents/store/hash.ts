import type { TaxDocument } from '#domain/documents/document.ts'
import { sha256Hex } from '../../platform/crypto/digest.ts'

/**
 * The hash that an approval binds: SHA-256 (hex) of the content with keys in order, since jsonb keeps none.
 * The number is part of it; status, people and times are not.
 */
export const contentHash = (content: TaxDocument): string => sha256Hex(JSON.stringify(ordered(content)))

const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, ordered(part)]),
  )
}
