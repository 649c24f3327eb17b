import { own } from '#codes/own.ts'
import { isBlank, textFault } from '../text/characters.ts'

/**
 * Canonical XML by construction: the template's own text is the markup, each hole is escaped by its position, so
 * the result equals its C14N form (W3C Canonical XML 1.1, §2.3) without a parser. Line breaks with their
 * indentation are dropped from the markup, never from a hole.
 */
export type Xml = { readonly xml: string }

/** A text, a piece of XML or a list of them; nothing for what is absent. */
export type Hole = string | Xml | readonly Xml[] | null | undefined

/** Builds XML; throws on text that XML 1.0 cannot carry. Static parts must be canonical as written. */
export const xml = (strings: TemplateStringsArray, ...holes: Hole[]): Xml => {
  const { statics, inAttribute } = compiled.get(strings) ?? compile(strings)
  let out = statics[0] ?? ''
  for (let i = 0; i < holes.length; i++) {
    out += (inAttribute[i] ? attribute(holes[i]) : content(holes[i])) + statics[i + 1]
  }
  return { xml: out }
}

/** The text, or null where nothing can be seen of it: then its element is left out. */
export const filled = (text: string | null): string | null => (text && !isBlank(text) ? text : null)

const EMPTY = /<[^/<>][^<>]*>[\s\p{Cf}]*<\/|<[^<>]*="[\s\p{Cf}]*"/u

/** The first element or attribute of which nothing can be seen, as it stands in the text, if there is one. */
export const emptyNode = (text: string): string | undefined => EMPTY.exec(text)?.[0]

type Compiled = { statics: string[]; inAttribute: boolean[] }
const compiled = new WeakMap<TemplateStringsArray, Compiled>()

const compile = (strings: TemplateStringsArray): Compiled => {
  const result = {
    statics: strings.map((part) => part.replace(/\s*\n\s*/g, '')),
    inAttribute: strings.map((part) => part.endsWith('="')),
  }
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
