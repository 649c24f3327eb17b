import { isFields } from '#codes/own.ts'
import { DOCUMENTS_PER_FILE_MAX } from '#contract/imports.ts'
import type { Row } from '#domain/imports/gather.ts'
import { invalidFields, ProblemError } from '#domain/problems.ts'
import { wholeInvalid } from '../../platform/http/faults.ts'
import { createScan, FIELDS_MAX, TOO_MANY_FIELDS } from '../../platform/http/json-bounds.ts'
import { takeTurn } from '../../platform/turns/take-turn.ts'
import { type FileContent, tooMany } from './content.ts'
import { cutJson, type JsonCut, NOT_JSON, TOO_LONG, VALUE_CHARS_MAX } from './cut-json.ts'
import { JSON_HEADINGS, jsonDocument, jsonRow } from './json-document.ts'
import type { LargeFile } from './read-csv.ts'
import { openSamples } from './survey.ts'

/** What one call may hold of a file: as much as a body of JSON may have elsewhere. */
const CHARS_IN_MEMORY_MAX = 2_000_000
/** So much is read before everybody else has a turn: some milliseconds. */
const DOCUMENTS_PER_TURN = 50
const CHARS_PER_TURN = 250_000

/**
 * The documents of a JSON text, or what is known of it where they are too many. Throws invalid_fields at `file` for
 * what is no JSON, and too_large.
 */
export const readJson = async (
  text: AsyncIterable<string>,
  documents_max: number,
): Promise<FileContent | LargeFile> => {
  const samples = openSamples(JSON_HEADINGS)
  let [rows, chars] = [0, 0]
  let held: unknown[] | undefined = []
  for await (const { given, length } of jsonDocuments(text, documents_max)) {
    samples.add(jsonRow(++rows, given))
    chars += length
    held?.push(given)
    if (rows > DOCUMENTS_PER_FILE_MAX || chars > CHARS_IN_MEMORY_MAX) held = undefined
  }
  return held
    ? { documents: held.map(jsonDocument) }
    : { large: { format: 'json', headings: JSON_HEADINGS, semicolons: false, ...samples.told() } }
}

/** The documents of a JSON text as rows of an import, each by itself. Throws what `readJson` does. */
export async function* jsonRows(text: AsyncIterable<string>, documents_max: number): AsyncGenerator<Row[]> {
  let row = 0
  for await (const { given } of jsonDocuments(text, documents_max)) yield [jsonRow(++row, given)]
}

type Found = { given: unknown; length: number }

/** One document, a list of them, or what `submit-json` takes, of whatever length: one after the other. */
async function* jsonDocuments(text: AsyncIterable<string>, documents_max: number): AsyncGenerator<Found> {
  const json = cutJson(text)
  const found = (await json.peek()) === '[' ? json.each('[]', () => elementOf(json)) : elementOf(json)
  let [count, chars] = [0, 0]
  for await (const document of found) {
    if (++count > documents_max) throw tooMany(documents_max, 'documents')
    chars += document.length
    if (count % DOCUMENTS_PER_TURN === 0 || chars > CHARS_PER_TURN) {
      chars = 0
      await takeTurn()
    }
    yield document
  }
  if ((await json.peek()) !== '') throw NOT_JSON
  if (count === 0) throw invalidFields({ file: ['The file holds no document.'] })
}

const WRAPPER = 'invoices_data'

/** The next document; where a list of them is wrapped, all of these. */
async function* elementOf(json: JsonCut): AsyncGenerator<Found> {
  if ((await json.peek()) !== '{') {
    yield parsed(await json.value())
    return
  }
  const fields: string[] = []
  let [wraps, chars] = [false, 0]
  yield* json.each('{}', async function* () {
    const name = await json.value()
    await json.demand(':')
    const lists = (await json.peek()) === '[' && parsed(name).given === WRAPPER
    wraps ||= lists
    if (lists)
      return yield* json.each('[]', async function* () {
        yield parsed(await json.value())
      })
    const field = `${name}:${await json.value()}`
    chars += field.length
    if (chars > VALUE_CHARS_MAX) throw TOO_LONG
    fields.push(field)
    if (fields.length > FIELDS_MAX) throw new ProblemError(wholeInvalid(TOO_MANY_FIELDS))
  })
  const { given, length } = parsed(`{${fields.join(',')}}`)
  if (wraps) return
  yield { given: isFields(given) && Object.hasOwn(given, WRAPPER) ? given[WRAPPER] : given, length }
}

const parsed = (text: string): Found => {
  const why = createScan()(Buffer.from(text))
  if (why !== '') throw new ProblemError(wholeInvalid(why))
  try {
    return { given: JSON.parse(text), length: text.length }
  } catch {
    throw NOT_JSON
  }
}
