/**
 * One element of a submitted document, in whichever of the two formats it came. Both readers end in this
 * tree, so that every check is written once.
 */
export type Element = {
  readonly name: string
  /** Namespace URI; empty for JSON, which has none per element. */
  readonly namespace: string
  /** The name as written, with its prefix (XML), or the bare name (JSON). */
  readonly written_name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: Element[]
  text: string
  /** How a JSON value was typed; `xml` for XML, where everything is text. */
  kind: 'xml' | 'string' | 'number' | 'boolean' | 'none'
  /** Where the element stands in the canonical text, before anything is cut out. */
  start: number
  end: number
}

/** A document that could be parsed. */
export type ReadDocument = {
  readonly format: 'XML' | 'JSON'
  readonly root: Element
  /** Canonical text with the extension and the signature pointer still in it. */
  readonly whole_text: string
  /** The canonical bytes that the document digest and the RSA signature cover. */
  readonly signed_bytes: Buffer
  /** Shape errors that only this format can have, found while reading. */
  readonly problems: Finding[]
}

/** What a check found: the code of the rule, a sentence, and the dotted path of the element. */
export type Finding = { code: string; message: string; path: string }

/** The code of findings for which the authority publishes none; the wire shows it as null. */
export const STRUCTURE = 'STRUCTURE'

/** The document's bytes are not well-formed XML or JSON. */
export class UnreadableDocument extends Error {}

/** The children of that name, in order. */
export const childrenOf = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** The first child of that name. */
export const child = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((one) => one.name === name)

/** The first element down a path such as `Party/PostalAddress/CityName`. */
export const find = (element: Element | undefined, path: string): Element | undefined => {
  let current = element
  for (const name of path.split('/')) current = child(current, name)
  return current
}

/** The trimmed text at a path; empty when the element is absent. */
export const textAt = (element: Element | undefined, path: string): string =>
  find(element, path)?.text.trim() ?? ''
