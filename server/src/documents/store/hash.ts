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

/** A value as JSON with keys in order. Most objects are lines, which are made so (`calculateLine`). */
const canonical = (value: unknown): string => JSON.stringify(inOrder(value))

/** A value with its keys in order, none of which is a number: itself where it is so already. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (!isObject(value) || isFlatInOrder(value)) return value
  const parts: unknown[] = Object.values(value)
  const made: Record<string, unknown> = {}
  for (const { at, key } of orderOf(Object.keys(value))) {
    const part = parts[at]
    setOwn(made, key, isObject(part) ? inOrder(part) : part)
  }
  return made
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Whether its keys are in order, and nothing in it has keys. */
const isFlatInOrder = (value: object): boolean => {
  let before = ''
  for (const key of Object.keys(value)) {
    if (key < before) return false
    before = key
  }
  return !Object.values(value).some(isObject)
}

type Order = readonly { at: number; key: string }[]

/** Documents and parties have the same keys in a few orders. */
const orders = new Map<string, Order>()
const ORDERS_MAX = 100

const orderOf = (keys: readonly string[]): Order => {
  // No key that can be stored holds U+0000.
  const name = keys.join('\0')
  const known = orders.get(name)
  if (known) return known
  const sorted = keys.toSorted().map((key) => ({ at: keys.indexOf(key), key }))
  if (orders.size >= ORDERS_MAX) orders.clear()
  orders.set(name, sorted)
  return sorted
}
