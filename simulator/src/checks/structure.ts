import type { Element, Finding, ReadDocument } from '../reading/element.ts'
import { STRUCTURE } from '../reading/element.ts'
import { ATTRIBUTES, SHAPES, type Slot } from './shapes.ts'

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:'
const EXTENSIONS = 'UBLExtensions'
const FINDINGS_MAX = 100

/**
 * * Structure: the right elements, in schema order (XML), as often as allowed, holding values of their type.
 * The signature extension is skipped here; the signature check reads it. At most 100 findings.
 */
export const checkStructure = (document: ReadDocument): Finding[] => {
  const findings = [...document.problems]
  const { root, format } = document
  if (root.name !== 'Invoice' || (format === 'XML' && root.namespace !== `${UBL}Invoice-2`)) {
    findings.push({
      code: STRUCTURE,
      message: `Invalid root element '${root.written_name}'`,
      path: root.name,
    })
    return findings
  }
  const add = (message: string, path: string): void => {
    findings.push({ code: STRUCTURE, message, path })
  }
  visit(root, { path: 'Invoice', xml: format === 'XML', add })
  return findings.slice(0, FINDINGS_MAX)
}

type Visit = { path: string; xml: boolean; add: (message: string, path: string) => void }

const visit = (element: Element, at: Visit): void => {
  for (const name of element.attributes.keys()) {
    if (!ATTRIBUTES.has(name)) at.add(`The attribute '${name}' is not declared`, at.path)
  }
  const slots = SHAPES.get(element.name)
  if (!slots) {
    visitLeaf(element, at)
    return
  }
  if (element.text.trim() !== '') at.add('The element cannot contain text', at.path)
  countChildren(element, { ...at, slots })
  const seen = new Map<string, number>()
  let reached = 0
  for (const one of element.children) {
    const position = slots.findIndex((slot) => slot.name === one.name)
    if (position < 0 || (at.xml && one.namespace !== namespaceOf(one.name))) {
      at.add(`Invalid child element '${one.written_name}'`, `${at.path}.${one.name}`)
      continue
    }
    if (at.xml && position < reached) {
      at.add(`Invalid child element '${one.written_name}': it is out of order`, `${at.path}.${one.name}`)
    }
    reached = Math.max(reached, position)
    const index = seen.get(one.name) ?? 0
    seen.set(one.name, index + 1)
    if (one.name === EXTENSIONS) continue
    const many = (slots[position]?.max_json ?? 1) > 1
    visit(one, { ...at, path: `${at.path}.${one.name}${many ? `[${index}]` : ''}` })
  }
}

const countChildren = (element: Element, at: Visit & { slots: Slot[] }): void => {
  for (const slot of at.slots) {
    const count = element.children.filter((one) => one.name === slot.name).length
    if (count < slot.min) at.add(`${slot.name} is required`, `${at.path}.${slot.name}`)
    if (count > (at.xml ? slot.max_xml : slot.max_json)) {
      at.add(`${slot.name} occurs too often`, `${at.path}.${slot.name}`)
    }
  }
}

const namespaceOf = (name: string): string => {
  if (name === EXTENSIONS) return `${UBL}CommonExtensionComponents-2`
  return SHAPES.has(name) ? `${UBL}CommonAggregateComponents-2` : `${UBL}CommonBasicComponents-2`
}

type LeafType = { test: RegExp; kind: Element['kind']; expected: string }

const DECIMAL: LeafType = {
  test: /^-?\d{1,20}(\.\d{1,10})?$/,
  kind: 'number',
  expected: 'a plain decimal, without exponent',
}
const DATE: LeafType = { test: /^\d{4}-\d{2}-\d{2}$/, kind: 'string', expected: 'a date YYYY-MM-DD' }
const TIME: LeafType = {
  test: /^([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/,
  kind: 'string',
  expected: 'a UTC time hh:mm:ssZ',
}
const INDICATOR: LeafType = { test: /^(true|false)$/, kind: 'boolean', expected: 'true or false' }
const TEXT: LeafType = { test: /^/, kind: 'string', expected: 'text' }

const leafType = (name: string): LeafType => {
  if (/(Amount|Quantity|Numeric|Rate|Measure|^Percent)$/.test(name)) return DECIMAL
  if (name.endsWith('Date')) return DATE
  if (name.endsWith('Time')) return TIME
  return name.endsWith('Indicator') ? INDICATOR : TEXT
}

const visitLeaf = (element: Element, at: Visit): void => {
  if (element.children.length > 0) at.add('The element cannot contain other elements', at.path)
  const type = leafType(element.name)
  const rightKind = at.xml || element.kind === type.kind
  const realDate = type !== DATE || isRealDate(element.text)
  if (!rightKind || !type.test.test(element.text) || !realDate) {
    at.add(`The value '${element.text.slice(0, 40)}' is not ${type.expected}`, at.path)
  }
  if (element.name.endsWith('Amount') && !element.attributes.get('currencyID')) {
    at.add("The required attribute 'currencyID' is missing", at.path)
  }
}

const isRealDate = (text: string): boolean => {
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
}
