import type { TaxDocument } from '#domain/documents/document.ts'
import { sha256Hex } from '../../platform/crypto/digest.ts'

/**
 * The hash that an approval binds: SHA-256 (hex) of the content with keys in order, since jsonb keeps none.
 * The number is part of it; status, people and times are not.
 */
export const contentHash = (content: TaxDocument): string => sha256Hex(canonical(content))

/** A value as JSON with keys in order. Most objects are lines, whose keys are put in order once. */
const canonical = (value: unknown, inOrder = createOrder()): string => {
  if (typeof value === 'string') return PLAIN.test(value) ? `"${value}"` : JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one ?? null, inOrder)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const parts: string[] = []
  const values: unknown[] = Object.values(value)
  for (const { at, written } of inOrder(Object.keys(value))) {
    const part = values[at]
    if (part !== undefined) parts.push(written + canonical(part, inOrder))
  }
  return `{${parts.join(',')}}`
}

/** Texts that JSON writes as they are. */
const PLAIN = /^[ !#-[\]-~]*$/

const createOrder = () => {
  let keys: string[] = []
  let sorted: { at: number; written: string }[] = []
  return (wanted: string[]) => {
    const known = wanted.length === keys.length && wanted.every((key, at) => key === keys[at])
    if (known) return sorted
    keys = wanted
    sorted = wanted.toSorted().map((key) => ({ at: wanted.indexOf(key), written: `${JSON.stringify(key)}:` }))
    return sorted
  }
}
