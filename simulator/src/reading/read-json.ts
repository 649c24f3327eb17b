import type { Element, Finding, ReadDocument } from './element.ts'
import { STRUCTURE, UnreadableDocument } from './element.ts'
import { type JsonValue, minifyJson } from './json-text.ts'

const ROOT_KEYS = ['_D', '_A', '_B', '_E', 'Invoice']
const INVOICE_NAMESPACE = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'

/**
 * * Reads a document in the OASIS JSON form. The bytes under the digest are the minified text without the
 * members `UBLExtensions` and `Signature` of the invoice object.
 * @throws UnreadableDocument when the bytes are not UTF-8 JSON with one invoice object.
 */
export const readJson = (bytes: Buffer): ReadDocument => {
  const { text, value } = minifyJson(decode(bytes))
  const problems: Finding[] = []
  if (value.kind !== 'object') throw new UnreadableDocument('The document is not a JSON object')
  for (const key of value.members.keys()) {
    if (!ROOT_KEYS.includes(key)) problems.push(finding('NoAdditionalPropertiesAllowed', `#/${key}`))
  }
  const declared = value.members.get('_D')?.value
  if (declared?.kind !== 'string' || declared.text !== INVOICE_NAMESPACE) {
    problems.push(finding('PropertyRequired', '#/_D'))
  }
  const invoices = value.members.get('Invoice')?.value
  const invoice = invoices?.kind === 'array' && invoices.items.length === 1 ? invoices.items[0] : undefined
  if (invoice?.kind !== 'object') throw new UnreadableDocument('The document has no single Invoice object')
  return {
    format: 'JSON',
    root: toElement('Invoice', invoice, { path: '#/Invoice[0]', problems }),
    whole_text: text,
    signed_bytes: Buffer.from(withoutSignature(text, invoice), 'utf8'),
    problems,
  }
}

const decode = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableDocument('The document is not UTF-8')
  }
}

const withoutSignature = (text: string, invoice: JsonValue & { kind: 'object' }): string => {
  const kept: string[] = []
  for (const [key, member] of invoice.members) {
    if (key === 'UBLExtensions' || key === 'Signature') continue
    kept.push(text.slice(member.key_start, member.value.end))
  }
  return `${text.slice(0, invoice.start + 1)}${kept.join(',')}${text.slice(invoice.end - 1)}`
}

type Place = { path: string; problems: Finding[] }

const toElement = (name: string, value: JsonValue & { kind: 'object' }, place: Place): Element => {
  const attributes = new Map<string, string>()
  const element: Element = {
    name,
    namespace: '',
    written_name: name,
    attributes,
    children: [],
    text: '',
    kind: 'none',
    start: value.start,
    end: value.end,
  }
  for (const [key, { value: inner }] of value.members) {
    const path = `${place.path}.${key}`
    if (inner.kind === 'object' || inner.kind === 'null') {
      place.problems.push(finding('ArrayExpected', path))
    } else if (inner.kind === 'array') addChildren(element, { key, items: inner.items }, { ...place, path })
    else if (key === '_') {
      element.text = inner.text
      element.kind = inner.kind
    } else attributes.set(key, inner.text)
  }
  return element
}

const addChildren = (parent: Element, member: { key: string; items: JsonValue[] }, place: Place): void => {
  if (member.items.length === 0) place.problems.push(finding('TooFewItems', place.path))
  for (const [index, item] of member.items.entries()) {
    const path = `${place.path}[${index}]`
    if (item.kind === 'object') parent.children.push(toElement(member.key, item, { ...place, path }))
    else place.problems.push(finding('ObjectExpected', path))
  }
}

/** In the words of the authority's schema library. */
const finding = (kind: string, path: string): Finding => ({
  code: STRUCTURE,
  message: `${kind}: ${path}`,
  path,
})
