import { UnreadableDocument } from './element.ts'

/** A JSON value that remembers where it stands in the minified text, and how its number was written. */
export type JsonValue = { start: number; end: number } & (
  | { kind: 'object'; members: Map<string, JsonMember> }
  | { kind: 'array'; items: JsonValue[] }
  | { kind: 'string' | 'number' | 'boolean' | 'null'; text: string }
)
export type JsonMember = { key_start: number; value: JsonValue }

const DEPTH_MAX = 64
const LITERAL = /[^\s,\]}]+/y
const STRING = /"(?:[^"\\]|\\.)*"/y

/**
 * * Minifies JSON without touching a token: only white-space between tokens goes, so that `1000.0`, key order
 * and escapes stay as they were signed. `JSON.parse` judges well-formedness first; the scan then only
 * locates.
 * @throws UnreadableDocument when the text is not JSON, repeats a key, or nests deeper than 64.
 */
export const minifyJson = (source: string): { text: string; value: JsonValue } => {
  try {
    JSON.parse(source)
  } catch {
    throw new UnreadableDocument('JSON is not valid')
  }
  const reader = new Reader(source)
  const value = reader.value(0)
  return { text: reader.parts.join(''), value }
}

class Reader {
  readonly parts: string[] = []
  private length = 0
  private at = 0
  private readonly source: string

  constructor(source: string) {
    this.source = source
  }

  value(depth: number): JsonValue {
    if (depth > DEPTH_MAX) throw new UnreadableDocument('JSON nests too deep')
    this.skipSpace()
    const start = this.length
    const first = this.source[this.at]
    if (first === '{') return this.object(depth, start)
    if (first === '[') return this.array(depth, start)
    if (first === '"') {
      const text = unquote(this.token(STRING))
      return { kind: 'string', text, start, end: this.length }
    }
    const text = this.token(LITERAL)
    const kind = text === 'null' ? 'null' : text === 'true' || text === 'false' ? 'boolean' : 'number'
    return { kind, text, start, end: this.length }
  }

  private object(depth: number, start: number): JsonValue {
    const members = new Map<string, JsonMember>()
    this.symbol()
    while (this.peek() !== '}') {
      if (this.peek() === ',') this.symbol()
      this.skipSpace()
      const key_start = this.length
      const key = unquote(this.token(STRING))
      if (members.has(key)) throw new UnreadableDocument(`JSON repeats the key ${key}`)
      this.symbol()
      members.set(key, { key_start, value: this.value(depth + 1) })
    }
    this.symbol()
    return { kind: 'object', members, start, end: this.length }
  }

  private array(depth: number, start: number): JsonValue {
    const items: JsonValue[] = []
    this.symbol()
    while (this.peek() !== ']') {
      if (this.peek() === ',') this.symbol()
      items.push(this.value(depth + 1))
    }
    this.symbol()
    return { kind: 'array', items, start, end: this.length }
  }

  private peek(): string | undefined {
    this.skipSpace()
    return this.source[this.at]
  }

  private symbol(): void {
    this.skipSpace()
    this.emit(this.source[this.at] ?? '')
    this.at += 1
  }

  private token(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const text = pattern.exec(this.source)?.[0]
    if (text === undefined) throw new UnreadableDocument('JSON is not valid')
    this.at = pattern.lastIndex
    this.emit(text)
    return text
  }

  private skipSpace(): void {
    while (' \t\n\r'.includes(this.source[this.at] ?? 'end')) this.at += 1
  }

  private emit(text: string): void {
    this.parts.push(text)
    this.length += text.length
  }
}

const unquote = (token: string): string => (token.includes('\\') ? JSON.parse(token) : token.slice(1, -1))
