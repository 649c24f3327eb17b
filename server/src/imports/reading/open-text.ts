import { decodeText, type Encoding } from './decode.ts'

/** Blanks at the start of a file are looked through so far. */
const BLANKS_MAX = 10_000

/** A file as text while it arrives; at its end `notes` tell how it was read where that was guessed. */
export type OpenedText = { text: AsyncIterable<string>; is_json: boolean; notes(): string[] }

/** Decodes a file and tells CSV from JSON, which begins with a bracket as no heading does. */
export const openText = async (bytes: AsyncIterable<Uint8Array>): Promise<OpenedText> => {
  let encoding: Encoding = 'UTF-8'
  const text = decodeText(bytes, (told) => {
    encoding = told
  })
  const { begin, whole } = await peek(text)
  return { text: whole, is_json: /^\s*[[{]/.test(begin), notes: () => notesOf(encoding) }
}

const notesOf = (encoding: Encoding): string[] => (encoding === 'Windows-1252' ? [WINDOWS_1252] : [])

const WINDOWS_1252 =
  'The file is not UTF-8 and was read as Windows-1252. Look at letters with accents before you rely on them.'

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
