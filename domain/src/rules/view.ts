import { own } from '#codes/own.ts'
import type { TaxDocument } from '../documents/document.ts'
import { DOCUMENT_KINDS, LINE_KINDS, PARTY_KINDS, type ValueKind } from './kinds.ts'
import { toBig } from './numbers.ts'

/**
 * A part of a document as formulas name it: amounts as decimals, dates as text, what is empty as empty text. A field is
 * read when it is asked for, and once. Types of a formula are told apart by their class.
 */
class PartView {
  readonly of: Readonly<Record<string, unknown>>
  constructor(of: Readonly<Record<string, unknown>>) {
    this.of = of
  }
}
export class LineView extends PartView {}
export class PartyView extends PartView {}

/** A whole document; where a rule is about the lines, one of them is its `line`. */
export class View extends PartView {
  readonly customer: PartyView
  readonly sender: PartyView
  readonly items: readonly LineView[]
  constructor(document: TaxDocument) {
    super(document)
    this.customer = new PartyView(document.customer)
    this.sender = new PartyView(document.sender)
    this.items = document.items.map((line) => new LineView(line))
  }
  at(line: LineView): View & { line: LineView } {
    // What was read of the document already is found behind it.
    return Object.create(this, { line: { value: line } })
  }
}

const readOnce = (view: typeof PartView, kinds: ReadonlyMap<string, ValueKind>) => {
  for (const [name, kind] of kinds)
    Object.defineProperty(view.prototype, name, {
      get(this: PartView) {
        const value = readAs(kind, own(this.of, name))
        Object.defineProperty(this, name, { value })
        return value
      },
    })
}

const readAs = (kind: ValueKind, value: unknown) => {
  if (kind === 'decimal') return toBig(String(value ?? '0'))
  return kind === 'flag' ? value === true : String(value ?? '')
}

readOnce(View, DOCUMENT_KINDS)
readOnce(PartyView, PARTY_KINDS)
readOnce(LineView, LINE_KINDS)

const views = new WeakMap<TaxDocument, View>()

/** The view of a document, made once for all rules. */
export const viewOf = (document: TaxDocument): View => {
  const made = views.get(document) ?? new View(document)
  views.set(document, made)
  return made
}
