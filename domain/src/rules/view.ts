import type { TaxDocument } from '../documents/document.ts'
import { DOCUMENT_KINDS, LINE_KINDS, PARTY_KINDS, type ValueKind } from './kinds.ts'
import { toBig } from './numbers.ts'

/** Types of a formula are told apart by their class. */
export class LineView {}
export class PartyView {}

/** A document as formulas name it: amounts as decimals, dates as text, what is empty as empty text. */
export type View = Readonly<Record<string, unknown>> & { readonly items: readonly LineView[] }

const views = new WeakMap<TaxDocument, View>()

/** The view of a document, made once for all rules. */
export const viewOf = (document: TaxDocument): View => {
  const made = views.get(document) ?? makeView(document)
  views.set(document, made)
  return made
}

const makeView = (document: TaxDocument): View => ({
  ...fieldsOf(document, DOCUMENT_KINDS),
  customer: Object.assign(new PartyView(), fieldsOf(document.customer, PARTY_KINDS)),
  sender: Object.assign(new PartyView(), fieldsOf(document.sender, PARTY_KINDS)),
  items: document.items.map((line) => Object.assign(new LineView(), fieldsOf(line, LINE_KINDS))),
})

const fieldsOf = (from: object, kinds: ReadonlyMap<string, ValueKind>): Record<string, unknown> => {
  const values = new Map(Object.entries(from))
  return Object.fromEntries(
    [...kinds].map(([name, kind]) => {
      const value: unknown = values.get(name)
      if (kind === 'decimal') return [name, toBig(String(value ?? '0'))]
      return [name, kind === 'flag' ? value === true : String(value ?? '')]
    }),
  )
}
