import { Readable } from 'node:stream'
import { setImmediate as nextRound } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { ProblemError } from '#domain/problems.ts'
import { boundJson, FIELDS_MAX, VALUES_MAX } from './json-bounds.ts'

/** Cuts anywhere, as the network does. */
const arriving = (text: string, chunk_bytes: number) => {
  const bytes = Buffer.from(text)
  const count = Math.ceil(bytes.length / chunk_bytes)
  return Readable.from(
    Array.from({ length: count }, (_, at) => bytes.subarray(at * chunk_bytes, (at + 1) * chunk_bytes)),
  )
}

const pass = async (text: string, chunk_bytes = 7_001): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of boundJson(arriving(text, chunk_bytes))) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const whyNot = async (text: string) => {
  const error = await pass(text).catch((reason: unknown) => reason)
  return error instanceof ProblemError && error.problem.kind === 'invalid_fields'
    ? error.problem.whole
    : error
}

const fields = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":${at}`).join(',')}}`
const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`
const zeros = (count: number) => `[${Array.from({ length: count }, () => '0').join(',')}]`

describe('a body of JSON', () => {
  it.each([
    ['of as many fields as fit', `[${fields(FIELDS_MAX)}]`],
    ['however deep, since whoever reads it names the place', nested(10_000)],
    ['of as many values as fit', zeros(VALUES_MAX)],
    ['whose texts look like structure', JSON.stringify({ a: '[{,"'.repeat(VALUES_MAX), 'b"\\': '\\' })],
    ['of many objects side by side', `[${Array.from({ length: 100 }, () => fields(FIELDS_MAX)).join(',')}]`],
    ['with letters of several bytes', JSON.stringify(['海参', 'மசாலா', '"😀"'])],
    ['that is none', '}}]],,"'],
  ])('%s passes as it is', async (_what, text) => {
    expect(await pass(text)).toBe(text)
    expect(await pass(text.slice(0, 3_000), 1)).toBe(text.slice(0, 3_000))
  })

  it.each([
    ['with too many fields in an object', `[[1,2],${fields(FIELDS_MAX + 1)}]`, /more than 500 fields/],
    ['of too many values', zeros(VALUES_MAX + 1), /at most 150,000 values/],
    ['of too many empty lists', `[${'[],'.repeat(VALUES_MAX)}[]]`, /at most 150,000 values/],
  ])('%s is refused in words', async (_what, text, why) => {
    expect(await whyNot(text)).toEqual([expect.stringMatching(why)])
  })

  it('is refused before it has arrived', async () => {
    const endless = Readable.from(
      (async function* () {
        for (;;) yield nextRound(Buffer.from('[['.repeat(1_000)))
      })(),
    )
    const reading = async () => {
      for await (const _ of boundJson(endless));
    }
    await expect(reading()).rejects.toThrow(ProblemError)
    endless.destroy()
  })
})
