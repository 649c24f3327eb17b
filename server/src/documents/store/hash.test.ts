import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildDocument } from '../../../../domain/test/build.ts'
import { sha256Hex } from '../../platform/crypto/digest.ts'
import { contentHash } from './hash.ts'

/** The same value with the keys of each object in order, which JSON then writes as they stand. */
const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, ordered(part)]),
  )
}

/** Hashes are kept for ever, so that they must stay what they were. */
const before = (content: unknown) => sha256Hex(JSON.stringify(ordered(content)))

test('the hash of a content is that of its JSON with keys in order, whatever is in it', () => {
  const key = fc.stringMatching(/^[a-z_]{1,6}$/)
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('"', '\\', '\n', '海参', '\ud800'),
  )
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      text,
      fc.constantFrom(null, undefined, true, false, 0, 12.5),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(key, tie('value'), { maxKeys: 5 }),
    ),
  }))
  fc.assert(
    fc.property(fc.dictionary(key, value), (put) => {
      // Whatever stands in the row, the hash takes it.
      const content = { ...buildDocument({}), ...put } as ReturnType<typeof buildDocument>
      expect(contentHash(content)).toBe(before(content))
    }),
    { numRuns: 150 },
  )
})

test('the order in which a content was put together does not matter', () => {
  const content = buildDocument({})
  const turned = Object.fromEntries(Object.entries(content).reverse()) as typeof content
  expect(contentHash(turned)).toBe(contentHash(content))
})
