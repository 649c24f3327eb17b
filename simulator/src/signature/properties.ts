import type { Element, ReadDocument } from '../reading/element.ts'
import type { SignatureBlock } from './block.ts'

/**
 * * The texts whose SHA-256 may stand as the signed-properties digest. XML: the element as .NET prints its
 * `OuterXml` (attributes, then declarations, each prefix declared where it first appears), once for either
 * way to write an empty element. JSON: the minified `QualifyingProperties` object.
 */
export const signedPropertiesTexts = (block: SignatureBlock, document: ReadDocument): string[] => {
  if (document.format === 'JSON') {
    const { qualifying_properties: object } = block
    return object ? [document.whole_text.slice(object.start, object.end)] : []
  }
  const { signed_properties: element } = block
  return element ? [outerXml(element, []), outerXml(element, [], true)] : []
}

const outerXml = (element: Element, declared: string[], spelledOut = false): string => {
  const written = element.written_name
  const prefix = written.includes(':') ? written.slice(0, written.indexOf(':')) : ''
  const declaration = prefix === '' ? 'xmlns' : `xmlns:${prefix}`
  const attributes = [...element.attributes].map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
  if (!declared.includes(prefix)) attributes.push(` ${declaration}="${escapeAttribute(element.namespace)}"`)
  const start = `<${written}${attributes.join('')}`
  const inner =
    escapeText(element.text) +
    element.children.map((one) => outerXml(one, [...declared, prefix], spelledOut)).join('')
  if (inner === '' && !spelledOut) return `${start} />`
  return `${start}>${inner}</${written}>`
}

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const escapeAttribute = (text: string): string => escapeText(text).replaceAll('"', '&quot;')
