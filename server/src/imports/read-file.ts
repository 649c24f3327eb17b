import { ProblemError } from '#domain/problems.ts'
import type { FileContent } from './content.ts'
import { decodeText, type Encoding } from './decode.ts'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'

/** Blanks at the start of a file are looked through so far. */
const BLANKS_MAX = 10_000

/**
 * What a file holds, read while it arrives, and its encoding. JSON begins with a bracket, which no heading does. What
 * is wrong with the whole file is thrown with the fields that the answer has otherwise.
 */
export const readFile = async (
  bytes: AsyncIterable<Uint8Array>,
): Promise<FileContent & { encoding: Encoding }> => {
  let encoding: Encoding = 'UTF-8'
  const text = decodeText(bytes, (told) => {
    encoding = told
  })
  try {
    const { begin, whole } = await peek(text)
    const content = /^\s*[[{]/.test(begin) ? await readJson(whole) : await readCsv(whole)
    return { ...content, encoding }
  } catch (error) {
    if (error instanceof ProblemError) {
      const errors = [{ invoice_number: '', errors: error.message }]
      error.reply_fields = { status: 'Error', Invoice_Numbers: [], UUIDs: [], errors }
    }
    throw error
  }
}

/** The beginning of a text as far as something stands in it, and the whole text. */
const peek = async (text: AsyncGenerator<string>) => {
  let begin = ''
  while (begin.trim() === '' && begin.length < BLANKS_MAX) {
    const { value, done } = await text.next()
    if (done) break
    begin += value
  }
  return { begin, whole: follow(begin, text) }
}

async function* follow(begin: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (begin !== '') yield begin
  yield* rest
}
