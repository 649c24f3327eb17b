import { execFileSync } from 'node:child_process'
import { XmlC14NMode, XmlDocument, XmlElement } from 'libxml2-wasm'

/** An element as these tests read it: its name with prefix, its children, and its text where it has none. */
export type Node = { name: string; text: string; attributes: Record<string, string>; children: Node[] }

/** Parses with libxml2 and copies the tree, so that nothing is left to dispose of. */
export const readTree = (xml: string): Node => withParsed(xml, (document) => copy(document.root))

/** Inclusive C14N 1.1 by libxml2. */
export const canonicalOf = (xml: string): string =>
  withParsed(xml, (document) => document.canonicalizeToString({ mode: XmlC14NMode.XML_C14N_1_1 }))

/** Inclusive C14N 1.1 by the program xmllint; undefined where it is not installed, which CI does not forgive. */
export const canonicalByXmllint = (xml: string): string | undefined => {
  try {
    return execFileSync('xmllint', ['--c14n11', '-'], { input: xml, encoding: 'utf8', maxBuffer: 10_000_000 })
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (missing && process.env.CI !== 'true') return undefined
    throw error
  }
}

/** All elements under a path of names (`TaxTotal/TaxSubtotal`), prefixes left out. */
export const findAll = (node: Node, path: string): Node[] =>
  path
    .split('/')
    .reduce(
      (level, name) => level.flatMap((one) => one.children.filter((child) => bareName(child) === name)),
      [node],
    )

/** The text at a path; empty when nothing is there. */
export const textAt = (node: Node, path: string): string => findAll(node, path)[0]?.text ?? ''

export const bareName = ({ name }: Node) => name.slice(name.indexOf(':') + 1)

const withParsed = <T>(xml: string, read: (document: XmlDocument) => T): T => {
  const document = XmlDocument.fromString(xml)
  try {
    return read(document)
  } finally {
    document.dispose()
  }
}

const copy = (element: XmlElement): Node => {
  const children: Node[] = []
  for (let child = element.firstChild; child; child = child.next) {
    if (child instanceof XmlElement) children.push(copy(child))
  }
  return {
    name: element.prefix ? `${element.prefix}:${element.name}` : element.name,
    text: children.length === 0 ? element.content : '',
    attributes: Object.fromEntries(element.attrs.map((attribute) => [attribute.name, attribute.content])),
    children,
  }
}
