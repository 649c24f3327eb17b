import { useLingui } from '@lingui/react/macro'
import { CLASSIFICATIONS, COUNTRIES, type CodeList, TAX_TYPES } from '#codes/lists.ts'
import { own } from '#codes/own.ts'
import type { Edit } from '#contract/document-detail.ts'
import { isSelfBilled } from '#domain/documents/document.ts'
import { formatExchangeRate, formatQuantity, formatUnitPrice } from '#domain/money/figures.ts'
import { formatAmount } from '#domain/money/format.ts'
import { formatDate } from '../../../dates.ts'
import { HEADER_LABELS, LINE_LABELS } from '../../../widgets/document-labels.ts'
import { partyLabel } from '../../../widgets/party/labels.ts'
import { partyWords } from '../../../widgets/party/party-words.ts'

type Change = Edit['changes'][number]

const named = (list: CodeList) => (code: string) => list.describe(code) ?? code

/** How a field is written where people read it; a text stays as it is. */
const WRITTEN: Record<string, (value: string) => string> = {
  total_payable_amount: formatAmount,
  prepayment_amount: formatAmount,
  rounding_amount: formatAmount,
  discount_amount: formatAmount,
  unit_price: formatUnitPrice,
  currency_exchange_rate: formatExchangeRate,
  quantity: formatQuantity,
  tax_rate: formatQuantity,
  discount_rate: formatQuantity,
  charges_rate: formatQuantity,
  tax_type: named(TAX_TYPES),
  country_origin: named(COUNTRIES),
  classification: (code) => [code, CLASSIFICATIONS.describe(code)].filter(Boolean).join(' '),
  invoice_date: formatDate,
  payment_due_date: formatDate,
  billing_start: formatDate,
  billing_end: formatDate,
  voluntary_disclosure: () => 'SVDP',
}

/** A field that an edit changed, in words: what the form calls it, and its values as documents print them. */
export const useEditWords = (invoice_type: string) => {
  const { t, i18n } = useLingui()
  const self_billed = isSelfBilled(invoice_type)
  const nameOf = ({ path, from }: Change): string => {
    const [root = '', at = '', field = ''] = path.split('.')
    if (root === 'items') {
      const line = Number(at) + 1
      const label = own(LINE_LABELS, field)
      if (!label) return from ? t`Line ${line}, removed` : t`Line ${line}, added`
      const name = i18n._(label)
      return t`Line ${line}, ${name}`
    }
    if (root === 'total_payable_amount') return t`Total payable`
    const header = own(HEADER_LABELS, root)
    if (header) return i18n._(header)
    const side = (root === 'customer') === self_billed ? t`Supplier` : t`Buyer`
    const label = partyLabel(at)
    return label ? `${side}, ${i18n._(label)}` : side
  }
  return (change: Change) => {
    const { path, from, to } = change
    const field = path.split('.').at(-1) ?? ''
    const write = own(WRITTEN, field) ?? ((value: string) => partyWords(field, value))
    const written = (value: string) => (value === '' ? '' : write(value))
    return { name: nameOf(change), from: written(from), to: written(to) }
  }
}
