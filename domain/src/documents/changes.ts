import { compare } from '../money/decimal.ts'
import { formatQuantity, formatUnitPrice } from '../money/figures.ts'
import { emptyLine, PARTY_FIELDS, type Party, type TaxDocument } from './document.ts'

/**
 * A field that an edit changed, as it was and as it is: "invoice_date", "customer.name", "items.2.unit_price", where a
 * line is counted from 0 in the later document. "items.2" is a whole line: one that was added has no `from`, one that
 * was taken away no `to`, and is counted in the earlier document.
 */
export type FieldChange = { path: string; from: string; to: string }

const HEADER_FIELDS = [
  ...(['invoice_type', 'invoice_number', 'invoice_date', 'payment_due_date'] as const),
  ...(['invoice_currency', 'currency_exchange_rate', 'sender_store_code'] as const),
  ...(['original_inv_number', 'original_inv_ref_number', 'document_remarks'] as const),
  ...(['prepayment_amount', 'rounding_amount', 'tax_rate', 'tax_exemption_reason'] as const),
  ...(['billing_start', 'billing_end', 'frequency_of_billing', 'agent_number', 'contract_number'] as const),
  'voluntary_disclosure',
] as const

// The keys of a literal.
const LINE_FIELDS = Object.keys(emptyLine) as (keyof typeof emptyLine)[]

const AMOUNTS = new Set<string>([
  ...(['currency_exchange_rate', 'prepayment_amount', 'rounding_amount', 'tax_rate'] as const),
  ...(['total_payable_amount', 'unit_price', 'quantity'] as const),
  ...(['discount_rate', 'discount_amount', 'charges_rate'] as const),
])

/** What people read otherwise in the later document, the sum first; amounts that are equal are no change. */
export const changesBetween = (from: TaxDocument, to: TaxDocument): FieldChange[] => [
  ...fieldChanges(from, to, ['total_payable_amount', ...HEADER_FIELDS]),
  ...partyChanges('sender', from.sender, to.sender),
  ...partyChanges('customer', from.customer, to.customer),
  ...lineChanges(from.items, to.items),
]

/** Without the code that the portal gives: nobody reads it on a document. */
const PARTY_WORDS = PARTY_FIELDS.filter((field) => field !== 'entity_code')

export const partyChanges = (side: 'sender' | 'customer', from: Party, to: Party): FieldChange[] =>
  fieldChanges(from, to, PARTY_WORDS, `${side}.`)

const fieldChanges = <T>(from: T, to: T, fields: readonly (keyof T & string)[], at = ''): FieldChange[] =>
  fields
    .map((field) => ({ path: `${at}${field}`, from: text(from[field]), to: text(to[field]) }))
    .filter((one, index) => !isSame(fields[index] ?? '', one.from, one.to))

const text = (value: unknown) => String(value ?? '')

const isSame = (field: string, from: string, to: string) =>
  from === to || (AMOUNTS.has(field) && from !== '' && to !== '' && compare(from, to) === 0)

type Line = typeof emptyLine

/**
 * Lines that are the same at both ends are passed over, so that one put in between is one change; of the others those
 * belong together that bear one description. Where as many are left of both, they were written anew in their places;
 * ids tell nothing, since the form gives others each time.
 */
export const lineChanges = (from: readonly Line[], to: readonly Line[]): FieldChange[] => {
  const { head, tail } = sameEnds(from, to)
  const former = placed(from, head, tail)
  const later = placed(to, head, tail)
  const pairs = paired(former, later)
  const kept = new Set(pairs.values())
  const gone = former.filter((one) => !kept.has(one))
  return [
    ...later.flatMap(({ line, path }, at) => {
      const same = pairs.get(at)
      if (!same) return [{ path, from: '', to: inShort(line) }]
      return fieldChanges(same.line, line, LINE_FIELDS, `${path}.`)
    }),
    ...gone.map(({ line, path }) => ({ path, from: inShort(line), to: '' })),
  ]
}

type Placed = { line: Line; path: string }

/** Which of the former lines each of the later ones was, by its place among the latter. */
const paired = (former: readonly Placed[], later: readonly Placed[]): Map<number, Placed> => {
  const by_description = Map.groupBy(former, ({ line }) => line.item_description)
  const pairs = new Map<number, Placed>()
  for (const [at, { line }] of later.entries()) {
    const same = by_description.get(line.item_description)?.shift()
    if (same) pairs.set(at, same)
  }
  const left = new Set([...by_description.values()].flat())
  if (left.size + pairs.size !== later.length) return pairs
  const in_order = former.filter((one) => left.has(one))
  for (const at of later.keys()) {
    const next = pairs.has(at) ? undefined : in_order.shift()
    if (next) pairs.set(at, next)
  }
  return pairs
}

/** How many lines are the same at the beginning, and at the end. */
const sameEnds = (from: readonly Line[], to: readonly Line[]) => {
  const shorter = Math.min(from.length, to.length)
  let head = 0
  while (head < shorter && isSameLine(from[head], to[head])) head++
  let tail = 0
  while (tail < shorter - head && isSameLine(from.at(-1 - tail), to.at(-1 - tail))) tail++
  return { head, tail }
}

const placed = (lines: readonly Line[], head: number, tail: number): Placed[] =>
  lines.slice(head, lines.length - tail).map((line, at) => ({ line, path: `items.${head + at}` }))

const isSameLine = (from: Line | undefined, to: Line | undefined) =>
  from !== undefined && to !== undefined && fieldChanges(from, to, LINE_FIELDS).length === 0

const inShort = ({ quantity, unit_price, item_description }: Line) =>
  `${formatQuantity(quantity)} × ${formatUnitPrice(unit_price)} ${item_description}`
