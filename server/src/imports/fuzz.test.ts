import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ProblemError } from '#domain/problems.ts'
import { csvOf, row, upload } from '../../test/files.ts'
import { createWorld } from '../../test/world.ts'
import { readFile } from './reading/read-file.ts'

/** `FILES=all` plays a hundred thousand; the suite plays a sample. So many of a hundred also go through the call. */
const FILES = process.env.FILES ? 100_000 : 2_000

const CALLS_PER_HUNDRED = 3

const world = await createWorld()

const GOOD = csvOf([row('A-1'), row('A-1', { item_description: 'Say "x",\nCafé 海' }), row('B-2')])

/** What breaks files: quotes, ends of lines, signs, marks, halves of characters, numbers and dates of spreadsheets. */
const PIECES = [
  ...['"', '""', ',', ';', '\t', '\r', '\n', '\r\n', '\0', "'", '=', '\uFEFF', '{', '[', '\\', '%'],
  ...['1.23E+05', '22/11/2026', '46348', '__proto__', 'constructor', 'invoice_number', 'RM 12', '\u2028'],
].map((text) => Buffer.from(text))
const BYTES = [[0xff], [0xe9], [0xc3], [0xf0, 0x9f], [0xed, 0xa0, 0x80], [0xff, 0xfe], [0x1f, 0x8b]].map(
  (bytes) => Buffer.from(bytes),
)

type Edit = { at: number; drop: number; put: Buffer }
const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat(GOOD.length),
  drop: fc.oneof(fc.constant(0), fc.nat(60)),
  put: fc.constantFrom(...PIECES, ...BYTES),
})

const broken = fc
  .tuple(fc.constantFrom('utf8', 'utf16le', 'latin1'), fc.array(edit, { maxLength: 6 }))
  .map(([encoding, edits]) =>
    edits.reduce(
      (bytes: Buffer, { at, drop, put }) =>
        Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + drop)]),
      Buffer.from(GOOD, encoding as BufferEncoding),
    ),
  )

/** What reading it answers, or what it is refused for; that is the first fault that is met on the way. */
const outcome = async (bytes: Buffer, size: number): Promise<{ read?: string; refused?: string }> => {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  try {
    return { read: JSON.stringify(await readFile(pieces(), { rows_max: 50_000 })) }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return { refused: `${error.problem.kind} ${error.message}` }
  }
}

test('whatever is in a file, it is read or refused in words, and alike in pieces of any size', async () => {
  const kinds = new Set<string>()
  await fc.assert(
    fc.asyncProperty(broken, fc.integer({ min: 60, max: 900 }), async (bytes, size) => {
      const whole = await outcome(bytes, bytes.length + 1)
      const pieces = await outcome(bytes, size)
      expect(pieces.read).toBe(whole.read)
      for (const { refused = '' } of [whole, pieces]) expect(refused).not.toMatch(/CSV_|node:|undefined/)
      kinds.add(whole.refused?.split(' ', 1)[0] ?? 'read')
    }),
    { numRuns: FILES },
  )
  expect([...kinds].toSorted()).toEqual(['invalid_fields', 'read'])
}, 600_000)

test('no call is answered with a fault of ours, whatever is in its file', async () => {
  await fc.assert(
    fc.asyncProperty(broken, fc.boolean(), async (bytes, with_error_file) => {
      const { status, text } = await upload(world, 'aminah', new Uint8Array(bytes), { with_error_file })
      expect([200, 400, 409], text).toContain(status)
      expect(JSON.parse(text)).toMatchObject({ status: expect.any(String), errors: expect.any(Array) })
    }),
    { numRuns: (FILES / 100) * CALLS_PER_HUNDRED },
  )
}, 600_000)
