import { invalidFields } from '#domain/problems.ts'

/** The longest document, as text: 325 lines with every field, written with blanks, have some 600 KB. */
export const VALUE_CHARS_MAX = 1_000_000

export const NOT_JSON = invalidFields({ file: ['The file is no JSON that can be read.'] })

export const TOO_LONG = invalidFields({
  file: [`No document of JSON may be longer than ${VALUE_CHARS_MAX.toLocaleString('en')} characters.`],
})

/**
 * Cuts a JSON text into its values while it arrives, so that no more of it is held than the longest of them. Whether
 * the text of a value is JSON itself is left to its parser. All throw invalid_fields at `file`.
 */
export const cutJson = (text: AsyncIterable<string>) => {
  const pieces = text[Symbol.asyncIterator]()
  let come = ''
  let at = 0
  const more = async (): Promise<boolean> => {
    const { value, done } = await pieces.next()
    if (done) return false
    come = come.slice(at) + value
    at = 0
    return true
  }
  /** The next sign that is no blank; empty at the end. */
  const peek = async (): Promise<string> => {
    for (;;) {
      while (at < come.length && isBlank(come.charCodeAt(at))) at++
      if (at < come.length) return come.charAt(at)
      if (!(await more())) return ''
    }
  }
  /** Whether this sign comes next, which then is taken. */
  const takes = async (sign: string): Promise<boolean> => {
    const found = (await peek()) === sign
    if (found) at++
    return found
  }
  const demand = async (sign: string): Promise<void> => {
    if (!(await takes(sign))) throw NOT_JSON
  }
  /** The text of the next value, of whatever kind. */
  const value = async (): Promise<string> => {
    await peek()
    const goOn = createEnd()
    let length = 0
    for (;;) {
      const { end, over } = goOn(come, at + length)
      length = end - at
      if (length > VALUE_CHARS_MAX) throw TOO_LONG
      if (over || !(await more())) break
    }
    const cut = come.slice(at, at + length)
    at += length
    return cut
  }
  /** Calls `work` at each value of the list, or each field of the object, that comes next. */
  const each = async function* <T>([open = '', close = '']: '[]' | '{}', work: () => AsyncIterable<T>) {
    await demand(open)
    if (await takes(close)) return
    do yield* work()
    while (await takes(','))
    await demand(close)
  }
  return { peek, demand, value, each }
}

export type JsonCut = ReturnType<typeof cutJson>

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const isBlank = (sign: number) => sign === 0x20 || sign === 0x0a || sign === 0x0d || sign === 0x09
const opens = (sign: number) => sign === 0x7b || sign === 0x5b
const closes = (sign: number) => sign === 0x7d || sign === 0x5d

/** Goes over the text of one value, piece by piece, and says where it ends. Every sign of every file passes here. */
const createEnd = () => {
  let depth = 0
  let in_text = false
  let escaped = false
  return (text: string, from: number): { end: number; over: boolean } => {
    for (let at = from; at < text.length; at++) {
      const sign = text.charCodeAt(at)
      if (in_text) {
        if (escaped) escaped = false
        else if (sign === BACKSLASH) escaped = true
        else if (sign === QUOTE) {
          in_text = false
          if (depth === 0) return { end: at + 1, over: true }
        }
      } else if (sign === QUOTE) in_text = true
      else if (opens(sign)) depth++
      else if (closes(sign)) {
        if (depth === 0) return { end: at, over: true }
        if (--depth === 0) return { end: at + 1, over: true }
      } else if (depth === 0 && (sign === COMMA || isBlank(sign))) return { end: at, over: true }
    }
    return { end: text.length, over: false }
  }
}
