import { setOwn } from '#codes/own.ts'
import type { TaxDocument } from '#domain/documents/document.ts'
import { sha256Hex } from '../../platform/crypto/digest.ts'

/**
 * The hash that an approval binds: SHA-256 (hex) of the content with keys in order, since jsonb keeps none.
 * The number is part of it; status, people and times are not.
 */
export const contentHash = (content: TaxDocument): string => sha256Hex(canonical(content))

/** What is stored of a content: it as JSON, and the hash of that. */
export const contentColumns = (content: TaxDocument) => {
  const json = canonical(content)
  return { content: json, content_hash: sha256Hex(json) }
}

/** A value as JSON with keys in order. Most objects are lines, whose keys are put in order once. */
const canonical = (value: unknown): string => JSON.stringify(inOrder(value, createOrder()))

/** A value made anew with its keys in order, none of which is a number. */
const inOrder = (value: unknown, order: ReturnType<typeof createOrder>): unknown => {
  if (Array.isArray(value)) return value.map((one) => inOrder(one, order))
  if (typeof value !== 'object' || value === null) return value
  const parts: unknown[] = Object.values(value)
  const made: Record<string, unknown> = {}
  for (const { at, key } of order(Object.keys(value))) {
    const part = parts[at]
    setOwn(made, key, typeof part === 'object' ? inOrder(part, order) : part)
  }
  return made
}

const createOrder = () => {
  let keys: string[] = []
  let sorted: { at: number; key: string }[] = []
  return (wanted: string[]) => {
    const known = wanted.length === keys.length && wanted.every((key, at) => key === keys[at])
    if (known) return sorted
    keys = wanted
    sorted = wanted.toSorted().map((key) => ({ at: wanted.indexOf(key), key }))
    return sorted
  }
}
