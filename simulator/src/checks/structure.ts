import type { Element, Finding, ReadDocument } from '../reading/element.ts'
import { STRUCTURE } from '../reading/element.ts'
import { isRealDate } from './dates.ts'
import { isInForce } from './rules.ts'
import { ATTRIBUTES, SHAPES, type Slot } from './shapes.ts'

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:'
const EXTENSIONS = 'UBLExtensions'
const FINDINGS_MAX = 100

/**
 * Structure: the right elements, in schema order (XML), as often as allowed, holding values of their type. Of JSON
 * it speaks in the words of the authority's schema library, with pointers; of XML in sentences, with dotted paths.
 * The signature extension is skipped here; the signature check reads it. At most 100 findings. `now` is UTC ms.
 */
export const checkStructure = (document: ReadDocument, now: number): Finding[] => {
  const findings = [...document.problems]
  const { root, format } = document
  if (root.name !== 'Invoice' || (format === 'XML' && root.namespace !== `${UBL}Invoice-2`)) {
    const message = `Invalid root element '${root.written_name}'`
    return [...findings, { code: STRUCTURE, message, path: root.name }]
  }
  const xml = format === 'XML'
  const add: Visit['add'] = (kind, sentence, path) => {
    findings.push({ code: STRUCTURE, message: xml ? sentence : `${kind}: ${path}`, path })
  }
  const empty_dates = !isInForce('strictDates', now)
  visit(root, { path: xml ? 'Invoice' : '#/Invoice[0]', xml, empty_dates, optional: false, add })
  return findings.slice(0, FINDINGS_MAX)
}

type Visit = {
  path: string
  xml: boolean
  /** Whether an optional date or time may be empty. */
  empty_dates: boolean
  optional: boolean
  /** `kind` as the schema library names it, the sentence for XML. */
  add: (kind: string, sentence: string, path: string) => void
}

const visit = (element: Element, at: Visit): void => {
  for (const name of element.attributes.keys()) {
    if (ATTRIBUTES.has(name)) continue
    at.add(UNKNOWN, `The attribute '${name}' is not declared`, at.xml ? at.path : `${at.path}.${name}`)
  }
  const slots = SHAPES.get(element.name)
  if (!slots) {
    visitLeaf(element, at)
    return
  }
  if (element.text.trim() !== '') {
    at.add(UNKNOWN, 'The element cannot contain text', at.xml ? at.path : `${at.path}._`)
  }
  countChildren(element, { ...at, slots })
  const seen = new Map<string, number>()
  let reached = 0
  for (const one of element.children) {
    const position = slots.findIndex((slot) => slot.name === one.name)
    const slot = slots[position]
    const path = `${at.path}.${one.name}`
    if (!slot || (at.xml && one.namespace !== namespaceOf(slot))) {
      at.add(UNKNOWN, `Invalid child element '${one.written_name}'`, path)
      continue
    }
    if (at.xml && position < reached) {
      at.add(UNKNOWN, `Invalid child element '${one.written_name}': it is out of order`, path)
    }
    reached = Math.max(reached, position)
    const index = seen.get(one.name) ?? 0
    seen.set(one.name, index + 1)
    if (one.name === EXTENSIONS || slot.opaque) continue
    const indexed = !at.xml || slot.max_json > 1
    visit(one, { ...at, path: indexed ? `${path}[${index}]` : path, optional: slot.min === 0 })
  }
}

const UNKNOWN = 'NoAdditionalPropertiesAllowed'

const countChildren = (element: Element, at: Visit & { slots: Slot[] }): void => {
  for (const slot of at.slots) {
    const count = element.children.filter((one) => one.name === slot.name).length
    const path = `${at.path}.${slot.name}`
    if (count < slot.min) at.add('PropertyRequired', `${slot.name} is required`, path)
    if (count > (at.xml ? slot.max_xml : slot.max_json)) {
      at.add('TooManyItems', `${slot.name} occurs too often`, path)
    }
  }
}

const namespaceOf = ({ name, aggregate }: Slot): string => {
  if (name === EXTENSIONS) return `${UBL}CommonExtensionComponents-2`
  return aggregate ? `${UBL}CommonAggregateComponents-2` : `${UBL}CommonBasicComponents-2`
}

type LeafType = { test: RegExp; kind: Element['kind']; expected: string; error: string }

const DECIMAL: LeafType = {
  test: /^-?\d{1,20}(\.\d{1,10})?$/,
  kind: 'number',
  expected: 'a plain decimal, without exponent',
  error: 'NumberExpected',
}
const DATE: LeafType = {
  test: /^\d{4}-\d{2}-\d{2}$/,
  kind: 'string',
  expected: 'a date YYYY-MM-DD',
  error: 'DateExpected',
}
const TIME: LeafType = {
  test: /^([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/,
  kind: 'string',
  expected: 'a UTC time hh:mm:ssZ',
  error: 'TimeExpected',
}
const INDICATOR: LeafType = {
  test: /^(true|false)$/,
  kind: 'boolean',
  expected: 'true or false',
  error: 'BooleanExpected',
}
const TEXT: LeafType = { test: /^/, kind: 'string', expected: 'text', error: 'StringExpected' }

const leafType = (name: string): LeafType => {
  if (/(Amount|Quantity|Numeric|Rate|Measure|Percent)$/.test(name)) return DECIMAL
  if (name.endsWith('Date')) return DATE
  if (name.endsWith('Time')) return TIME
  return name.endsWith('Indicator') ? INDICATOR : TEXT
}

const visitLeaf = (element: Element, at: Visit): void => {
  if (element.children.length > 0) {
    const path = at.xml ? at.path : `${at.path}.${element.children[0]?.name}`
    at.add(UNKNOWN, 'The element cannot contain other elements', path)
  }
  const type = leafType(element.name)
  const { text } = element
  const empty = text === '' && (type === DATE || type === TIME) && at.optional && at.empty_dates
  const right = (at.xml || element.kind === type.kind) && type.test.test(text)
  if (!empty && !(right && (type !== DATE || isRealDate(text)))) {
    const sentence = `The value '${text.slice(0, 40)}' is not ${type.expected}`
    at.add(type.error, sentence, at.xml ? at.path : `${at.path}._`)
  }
  if (element.name.endsWith('Amount') && !element.attributes.get('currencyID')) {
    const path = at.xml ? at.path : `${at.path}.currencyID`
    at.add('PropertyRequired', "The required attribute 'currencyID' is missing", path)
  }
}
