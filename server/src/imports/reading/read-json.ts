import { Readable } from 'node:stream'
import { DOCUMENTS_PER_FILE_MAX } from '#contract/imports.ts'
import { invalidFields } from '#domain/problems.ts'
import { boundJson } from '../../platform/http/json-bounds.ts'
import { type FileContent, type FileDocument, tooMany } from './content.ts'

/** As much as a body of JSON may have elsewhere. */
const JSON_BYTES_MAX = 2_000_000

/**
 * The documents of a JSON text: one, a list of them, or what `submit-json` takes. Throws invalid_fields at `file` for
 * what is no JSON, and too_large.
 */
export const readJson = async (text: AsyncIterable<string>): Promise<FileContent> => {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of boundJson(Readable.from(inBytes(text)))) {
    bytes += piece.length
    if (bytes > JSON_BYTES_MAX) throw tooMany(JSON_BYTES_MAX, 'bytes of JSON')
    pieces.push(piece)
  }
  const payloads = documentsIn(parse(Buffer.concat(pieces).toString('utf8')))
  if (payloads.length === 0) throw invalidFields({ file: ['The file holds no document.'] })
  if (payloads.length > DOCUMENTS_PER_FILE_MAX) throw tooMany(DOCUMENTS_PER_FILE_MAX, 'documents')
  return { documents: payloads.map(jsonDocument) }
}

async function* inBytes(text: AsyncIterable<string>) {
  for await (const piece of text) yield Buffer.from(piece)
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidFields({ file: ['The file is no JSON that can be read.'] })
  }
}

const documentsIn = (value: unknown): unknown[] =>
  [value].flat().flatMap((one) => {
    const wrapped = isFields(one) && Object.hasOwn(one, 'invoices_data')
    return wrapped ? [one.invoices_data].flat() : [one]
  })

const NO_NUMBER = invalidFields({ invoice_number: ['Uploads bring their own numbers.'] })

const jsonDocument = (given: unknown): FileDocument => {
  const payload = isFields(given) ? { ...given, source: 'JSON' } : given
  const number =
    isFields(given) && typeof given.invoice_number === 'string' ? given.invoice_number.trim() : ''
  return {
    ...{ invoice_number: number, payload, changes: [], rows: [] },
    fault: isFields(given) && number === '' ? NO_NUMBER : undefined,
    inWords: (problem) => problem,
    byRow: () => [],
  }
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
