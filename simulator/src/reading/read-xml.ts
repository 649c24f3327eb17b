import { ParseOption, XmlC14NMode, XmlDocument } from 'libxml2-wasm'
import { own } from '#codes/own.ts'
import type { Element, ReadDocument } from './element.ts'
import { UnreadableDocument } from './element.ts'

const OPTIONS = ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NOCDATA

/**
 * * Reads an XML document. libxml2 parses and canonicalizes (inclusive C14N 1.1, no comments); because
 * canonical text has only one way to write everything, one pass over it gives the tree and the spans to cut.
 * White-space-only text is dropped everywhere, also inside leaves, as the official samples demand.
 * @throws UnreadableDocument when the bytes are not well-formed, or carry a DOCTYPE.
 */
export const readXml = (bytes: Buffer): ReadDocument => {
  if (bytes.includes('<!DOCTYPE')) throw new UnreadableDocument('A document type declaration is not allowed')
  const { root, text } = scan(canonicalize(bytes))
  const removed = root.children.filter(
    (one) => one.name === 'UBLExtensions' || (one.name === 'Signature' && one.namespace.endsWith(AGGREGATES)),
  )
  return {
    format: 'XML',
    root,
    whole_text: text,
    signed_bytes: Buffer.from(cut(text, removed), 'utf8'),
    problems: [],
  }
}

const AGGREGATES = ':CommonAggregateComponents-2'

const canonicalize = (bytes: Buffer): string => {
  let document: XmlDocument | undefined
  try {
    document = XmlDocument.fromBuffer(bytes, { option: OPTIONS })
    return document.canonicalizeToString({ mode: XmlC14NMode.XML_C14N_1_1, withComments: false })
  } catch (error) {
    throw new UnreadableDocument(error instanceof Error ? error.message : 'XML cannot be parsed')
  } finally {
    document?.dispose()
  }
}

const cut = (text: string, removed: Element[]): string => {
  let rest = ''
  let from = 0
  for (const one of removed) {
    rest += text.slice(from, one.start)
    from = one.end
  }
  return rest + text.slice(from)
}

const START_TAG = /<([^\s/>]+)((?:\s[^\s=]+="[^"]*")*)>/y
const ATTRIBUTE = /\s([^\s=]+)="([^"]*)"/g

type Open = { element: Element; namespaces: ReadonlyMap<string, string> }

const scan = (source: string): { root: Element; text: string } => {
  const parts: string[] = []
  const open: Open[] = []
  let length = 0
  let root: Element | undefined
  const emit = (text: string): void => {
    parts.push(text)
    length += text.length
  }
  for (let at = 0; at < source.length; ) {
    const tag = source.indexOf('<', at)
    const text = source.slice(at, tag < 0 ? source.length : tag)
    const top = open.at(-1)
    if (top && text.trim() !== '') {
      top.element.text += plainText(text)
      emit(text)
    }
    if (tag < 0) break
    if (source[tag + 1] === '?') throw new UnreadableDocument('Processing instructions are not allowed')
    if (source[tag + 1] === '/') {
      at = source.indexOf('>', tag) + 1
      emit(source.slice(tag, at))
      const closed = open.pop()
      if (closed) closed.element.end = length
      continue
    }
    START_TAG.lastIndex = tag
    const match = START_TAG.exec(source)
    if (!match) throw new UnreadableDocument('XML cannot be parsed')
    const opened = openElement(match, top?.namespaces ?? new Map(), length)
    emit(match[0])
    at = START_TAG.lastIndex
    if (top) top.element.children.push(opened.element)
    else root = opened.element
    open.push(opened)
  }
  if (!root) throw new UnreadableDocument('XML has no root element')
  return { root, text: parts.join('') }
}

const openElement = (match: RegExpExecArray, outer: ReadonlyMap<string, string>, start: number): Open => {
  const written = match[1] ?? ''
  const attributes = new Map<string, string>()
  let namespaces = outer
  for (const [, name = '', value = ''] of (match[2] ?? '').matchAll(ATTRIBUTE)) {
    if (name === 'xmlns' || name.startsWith('xmlns:')) {
      namespaces = new Map(namespaces).set(name.slice(6), plainText(value))
    } else attributes.set(name, plainText(value))
  }
  const colon = written.indexOf(':')
  const element: Element = {
    name: written.slice(colon + 1),
    namespace: namespaces.get(colon < 0 ? '' : written.slice(0, colon)) ?? '',
    written_name: written,
    attributes,
    children: [],
    text: '',
    kind: 'xml',
    start,
    end: start,
  }
  return { element, namespaces }
}

const ENTITIES = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#xD': '\r',
  '#xA': '\n',
  '#x9': '\t',
}

const plainText = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(amp|lt|gt|quot|#xD|#xA|#x9);/g, (_, name: string) => own(ENTITIES, name) ?? '')
    : text
