import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ProblemError } from '#domain/problems.ts'
import { VALUE_CHARS_MAX } from './cut-json.ts'
import { jsonRows, readJson } from './read-json.ts'

const DOCUMENTS_MAX = 1_000

/** The same text in pieces that end anywhere. */
async function* pieces(text: string, length: number) {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length)
}

const read = async (text: string, length = 7): Promise<unknown[]> => {
  const found: unknown[] = []
  for await (const rows of jsonRows(pieces(text, length), DOCUMENTS_MAX)) {
    for (const { row, cells } of rows) {
      expect(row).toBe(found.length + 1)
      found.push(JSON.parse(cells[1] ?? ''))
    }
  }
  return found
}

const refusal = async (text: string, length = 65_536): Promise<unknown> => {
  const error = await read(text, length).catch((reason: unknown) => reason)
  return error instanceof ProblemError && error.problem.kind === 'invalid_fields'
    ? (error.problem.fields.file ?? error.problem.whole)
    : error
}

/** What the whole text says, read at once: a wrapper stands for what is in it. */
const readAtOnce = (text: string): unknown[] =>
  [JSON.parse(text)].flat().flatMap((one) => {
    const wrapped = typeof one === 'object' && one !== null && !Array.isArray(one)
    return wrapped && Object.hasOwn(one, 'invoices_data') ? [one.invoices_data].flat() : [one]
  })

const anyDocument = fc.jsonValue({ maxDepth: 3 })
const anyElement = fc.oneof(
  anyDocument,
  fc.record({ invoices_data: fc.array(anyDocument, { maxLength: 4 }) }),
  fc.record({ source: fc.string(), invoices_data: fc.oneof(anyDocument, fc.array(anyDocument)) }),
)

test('whatever JSON holds is found as its parser would, wherever its pieces end', async () => {
  const list = fc.array(anyElement, { minLength: 1, maxLength: 6 })
  const one = fc.tuple(list, fc.constantFrom(0, 2), fc.integer({ min: 1, max: 40 }))
  await fc.assert(
    fc.asyncProperty(one, async ([given, blanks, length]) => {
      const text = JSON.stringify(given, null, blanks)
      const expected = readAtOnce(text)
      fc.pre(expected.length > 0)
      expect(await read(text, length)).toEqual(expected)
    }),
    { numRuns: 300 },
  )
})

test('what is no JSON any more is refused, as its parser would', async () => {
  const broken = fc.tuple(fc.array(anyElement, { minLength: 1 }), fc.nat(), fc.string({ maxLength: 2 }))
  await fc.assert(
    fc.asyncProperty(broken, async ([given, at, put]) => {
      const text = JSON.stringify(given)
      const spoiled = text.slice(0, at % text.length) + put + text.slice((at % text.length) + 1)
      fc.pre(/^\s*[[{]/.test(spoiled))
      const expected = (() => {
        try {
          return readAtOnce(spoiled)
        } catch {
          return undefined
        }
      })()
      const found = await read(spoiled).catch(() => undefined)
      // 1e999 is endless to the parser; nothing that is kept as JSON is.
      if (expected?.length !== 0) expect(JSON.stringify(found)).toBe(JSON.stringify(expected))
    }),
    { numRuns: 500 },
  )
})

describe('a JSON file is refused', () => {
  test.each([
    ['that ends in the middle', '[{"a":1},{"a"', /no JSON/],
    ['with something behind its end', '[{"a":1}] []', /no JSON/],
    ['whose list has a hole', '[{"a":1},]', /no JSON/],
    ['with a document without end', `[{"a":"${'x'.repeat(VALUE_CHARS_MAX)}"}]`, /longer than 1,000,000/],
    ['with a wrapper without end', `[{${'"a":1,'.repeat(200_000)}"b":1}]`, /more than 500 fields/],
    [
      'with a wrapper of long fields',
      `[{${`"a":"${'x'.repeat(9_000)}",`.repeat(120)}"b":1}]`,
      /longer than 1,000,000/,
    ],
    ['with too many values in a document', `[[${'1,'.repeat(160_000)}1]]`, /at most 150,000 values/],
    ['with too many fields in an object', `[{"a":{${'"a":1,'.repeat(600)}"b":1}}]`, /more than 500 fields/],
    ['without a document', '[{"invoices_data":[]}]', /holds no document/],
  ])('%s', async (_, text, why) => {
    expect(await refusal(text)).toEqual([expect.stringMatching(why)])
  })

  test('with more documents than fit', async () => {
    const error = await read(`[${'1,'.repeat(DOCUMENTS_MAX)}1]`, 65_536).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ problem: { kind: 'too_large' } })
  })
})

test('of a file with long documents none is held, however few they are', async () => {
  const long = JSON.stringify(Array.from({ length: 5 }, () => ({ a: 'x'.repeat(500_000) })))
  expect(await readJson(pieces(long, 65_536), DOCUMENTS_MAX)).toMatchObject({
    large: { format: 'json', rows: 5 },
  })
})
