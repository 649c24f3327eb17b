import { TAX_TYPES } from '#codes/lists.ts'
import type { DocumentWrite } from '#contract/intake.ts'
import { isSelfBilled, type Line, type TaxDocument } from '#domain/documents/document.ts'
import { add, compare, type Decimal, isZero, round2 } from '#domain/money/decimal.ts'
import type { FieldMessage } from '#domain/problems.ts'
import { toTaxType } from '#domain/shaping/codes.ts'
import type { Step } from '#domain/shaping/walk.ts'
import type { Shaped } from './held.ts'

/**
 * Where a payload contradicts itself: its document type, and stated figures that its lines do not add up to. Its sender
 * stated them of what came: those which a mapping or default has changed are not compared.
 */
export const contradictions = ({ payload, steps }: Shaped, document: TaxDocument): FieldMessage[] => {
  const changed = steps.filter(changesFigures)
  const lines = new Set(changed.map(lineOf))
  const isOfSender = ({ field }: FieldMessage) =>
    field.startsWith('items.') ? !lines.has(lineOf({ field })) : changed.length === 0
  return [
    ...documentType(document),
    ...excludingTax(payload.total_excluding_tax, document).filter(isOfSender),
    ...disagreements(payload, document).filter(isOfSender),
  ]
}

/** `items.0` of `items.0.tax_rate`. */
const lineOf = ({ field }: Pick<FieldMessage, 'field'>) => field.slice(0, field.lastIndexOf('.'))

const FIGURES = new Set([
  ...['prepayment_amount', 'rounding_amount', 'items.unit_price', 'items.quantity', 'items.tax_rate'],
  ...['items.discount_rate', 'items.discount_amount', 'items.charges_rate'],
])

/** The sender's own word for a tax type is no other tax type. */
const changesFigures = ({ field, from }: Step) => {
  const column = field.replace(/^items\.\d+/, 'items')
  return FIGURES.has(column) || (column === 'items.tax_type' && TAX_TYPES.has(toTaxType(from.trim())))
}

const SELF_BILLED = 'SB'

const documentType = ({ document_type, invoice_type }: TaxDocument): FieldMessage[] =>
  (document_type === SELF_BILLED) === isSelfBilled(invoice_type)
    ? []
    : [
        {
          field: 'document_type',
          message: 'SB goes with the document types 11 to 14, and only with them.',
        },
      ]

/** The specification calls it gross: clients state it before discounts, or after them as we do (decisions.md §11). */
const excludingTax = (stated: Decimal | undefined, document: TaxDocument): FieldMessage[] => {
  const { total_excluding_tax: net, total_discount_value, items } = document
  const gross = round2(add(net, total_discount_value))
  if (stated === undefined || [net, gross].some((figure) => compare(stated, figure) === 0)) return []
  const before = compare(net, gross) === 0 ? undefined : gross
  return [{ field: 'total_excluding_tax', message: disagree(stated, net, before) + withFees(items) }]
}

const disagree = (stated: Decimal, calculated: Decimal, before?: Decimal) =>
  before === undefined
    ? `The payload says ${stated}, but the lines add up to ${calculated}.`
    : `The payload says ${stated}, but the lines add up to ${calculated}, or to ${before} before discounts.`

/** What the specification's sums have no part for (decision 025), where there is any. */
const withFees = (lines: readonly Pick<Line, 'charges_amount'>[]): string => {
  const fees = lines.reduce((sum, { charges_amount }) => add(sum, charges_amount), '0')
  return isZero(fees) ? '' : ` Fees of ${round2(fees)} (charges_rate) are part of it.`
}

/** Whose figures the fees of lines are part of. */
const WITH_FEES = ['total_including_tax', 'total_net_amount', 'total_payable_amount', 'total_excluding_tax']

const TOTALS = [
  'total_including_tax',
  'total_net_amount',
  'total_discount_value',
  'total_tax_amount',
  'total_payable_amount',
] as const

/** Stated figures that differ from the calculated ones, naming both (decisions.md §8). */
const disagreements = (payload: DocumentWrite, document: TaxDocument): FieldMessage[] => {
  const findings: FieldMessage[] = []
  const compareField = (
    field: string,
    stated: string | undefined,
    calculated: string,
    of = document.items,
  ) => {
    if (stated === undefined || compare(stated, calculated) === 0) return
    const fees = WITH_FEES.includes(field.replace(/^items\.\d+\./, '')) ? withFees(of) : ''
    findings.push({ field, message: disagree(stated, calculated) + fees })
  }
  for (const field of TOTALS) compareField(field, payload[field], document[field])
  payload.items.forEach((line, i) => {
    const calculated = document.items[i]
    if (!calculated) return
    compareField(`items.${i}.subtotal`, line.subtotal, calculated.subtotal)
    compareField(`items.${i}.charges_amount`, line.charges_amount, calculated.charges_amount)
    const { total_excluding_tax } = calculated
    compareField(`items.${i}.total_excluding_tax`, line.total_excluding_tax, total_excluding_tax, [
      calculated,
    ])
    compareField(`items.${i}.tax_amount`, line.tax_amount, calculated.tax_amount)
  })
  return findings
}
