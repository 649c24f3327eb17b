import type { DocumentWrite } from '#contract/intake.ts'
import { isSelfBilled, type TaxDocument } from '#domain/documents/document.ts'
import { add, compare, type Decimal, round2 } from '#domain/money/decimal.ts'
import type { FieldMessage } from '#domain/problems.ts'

/** Where a payload contradicts itself: its document type, and stated figures that its lines do not add up to. */
export const contradictions = (payload: DocumentWrite, document: TaxDocument): FieldMessage[] => [
  ...documentType(document),
  ...excludingTax(payload.total_excluding_tax, document),
  ...disagreements(payload, document),
]

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
  const { total_excluding_tax: net, total_discount_value } = document
  const gross = round2(add(net, total_discount_value))
  if (stated === undefined || [net, gross].some((figure) => compare(stated, figure) === 0)) return []
  const before = compare(net, gross) === 0 ? undefined : gross
  return [{ field: 'total_excluding_tax', message: disagree(stated, net, before) }]
}

const disagree = (stated: Decimal, calculated: Decimal, before?: Decimal) =>
  before === undefined
    ? `The payload says ${stated}, but the lines add up to ${calculated}.`
    : `The payload says ${stated}, but the lines add up to ${calculated}, or to ${before} before discounts.`

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
  const compareField = (field: string, stated: string | undefined, calculated: string) => {
    if (stated === undefined || compare(stated, calculated) === 0) return
    findings.push({ field, message: disagree(stated, calculated) })
  }
  for (const field of TOTALS) compareField(field, payload[field], document[field])
  payload.items.forEach((line, i) => {
    const calculated = document.items[i]
    if (!calculated) return
    compareField(`items.${i}.subtotal`, line.subtotal, calculated.subtotal)
    compareField(`items.${i}.charges_amount`, line.charges_amount, calculated.charges_amount)
    compareField(`items.${i}.total_excluding_tax`, line.total_excluding_tax, calculated.total_excluding_tax)
    compareField(`items.${i}.tax_amount`, line.tax_amount, calculated.tax_amount)
  })
  return findings
}
