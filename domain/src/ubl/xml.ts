import { own } from '#codes/own.ts'
import { isBlank, textFault } from '../text/characters.ts'

/**
 * Canonical XML by construction: the template's own text is the markup, each hole is escaped by its position, so
 * the result equals its C14N form (W3C Canonical XML 1.1, §2.3) without a parser. Line breaks with their
 * indentation are dropped from the markup, never from a hole.
 */
export type Xml = {
  readonly xml: string
  /** Where the first element or attribute begins of which nothing can be seen; absent when there is none. */
  readonly empty?: string | undefined
}

/** A text, a piece of XML or a list of them; nothing for what is absent. */
export type Hole = string | Xml | readonly Xml[] | null | undefined

/** Builds XML; throws on text that XML 1.0 cannot carry. Static parts must be canonical as written. */
export const xml = (strings: TemplateStringsArray, ...holes: Hole[]): Xml => {
  const { statics, places } = compiled.get(strings) ?? compile(strings)
  let out = statics[0] ?? ''
  let empty: string | undefined
  for (let i = 0; i < holes.length; i++) {
    const hole = holes[i]
    const text = places[i] === 'attribute' ? attribute(hole) : content(hole)
    if (places[i] !== 'between' && isBlank(text)) empty ??= out.slice(out.lastIndexOf('<'))
    else empty ??= emptyIn(hole)
    out += text + statics[i + 1]
  }
  return { xml: out, empty }
}

const emptyIn = (hole: Hole): string | undefined => {
  if (!hole || typeof hole === 'string') return undefined
  return isList(hole) ? hole.find((part) => part.empty !== undefined)?.empty : hole.empty
}

/** The text, or null where nothing can be seen of it: then its element is left out. */
export const filled = (text: string | null): string | null => (text && !isBlank(text) ? text : null)

/** Where a hole stands: in an attribute, as all that an element holds, or between other things. */
type Place = 'attribute' | 'all' | 'between'

const placeOf = (before: string, after: string): Place => {
  if (before.endsWith('="')) return 'attribute'
  return /<[^/>][^>]*>$/.test(before) && after.startsWith('</') ? 'all' : 'between'
}

type Compiled = { statics: string[]; places: Place[] }
const compiled = new WeakMap<TemplateStringsArray, Compiled>()

const compile = (strings: TemplateStringsArray): Compiled => {
  const statics = strings.map((part) => part.replace(/\s*\n\s*/g, ''))
  const result = { statics, places: statics.map((part, at) => placeOf(part, statics[at + 1] ?? '')) }
  compiled.set(strings, result)
  return result
}

const content = (hole: Hole): string => {
  if (typeof hole === 'string') return escapeText(hole)
  if (!hole) return ''
  return isList(hole) ? hole.reduce((out, part) => out + part.xml, '') : hole.xml
}

/** `Array.isArray` alone does not narrow a readonly list. */
const isList = (hole: Xml | readonly Xml[]): hole is readonly Xml[] => Array.isArray(hole)

const attribute = (hole: Hole): string => {
  if (typeof hole !== 'string') throw new Error('An attribute takes text only')
  return escapeAttribute(hole)
}

// Most texts hold none of these and are returned as they are; surrogates are there to find the lone ones.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const UNUSUAL = /[\u0000-\u001f&<>"\ud800-\udfff\ufffe\uffff]|^ | $/

/**
 * Text between tags. White space alone becomes nothing: the authority drops such nodes before it hashes a
 * document, so they would break the signature (signature guideline: PreserveWhitespace is off).
 */
export const escapeText = (text: string): string => {
  if (!UNUSUAL.test(text)) return text
  refuse(text)
  if (/^[ \t\r\n]+$/.test(text)) return ''
  return text.replace(/[&<>\r]/g, entityOf)
}

const escapeAttribute = (text: string): string => {
  if (!UNUSUAL.test(text)) return text
  refuse(text)
  return text.replace(/[&<"\t\n\r]/g, entityOf)
}

const refuse = (text: string) => {
  const fault = textFault(text)
  if (fault !== undefined) throw new Error(fault)
}

const ENTITIES = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
}
const entityOf = (character: string) => own(ENTITIES, character) ?? character
