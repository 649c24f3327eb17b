import { useLingui } from '@lingui/react/macro'
import type { ValueKind } from '#domain/rules/kinds.ts'
import type { Operator } from '#domain/rules/rows.ts'
import { fieldLabel } from '../../../widgets/field-options.ts'

/** What each operator is called in a row and in the sentence; days are before and after one another. */
export const useOperatorWords = () => {
  const { t } = useLingui()
  const words: Record<Operator, string> = {
    ...{ '=': t`is`, '!=': t`is not`, '>': t`is over`, '>=': t`is at least` },
    ...{ '<': t`is under`, '<=': t`is at most`, contains: t`contains`, not_contains: t`does not contain` },
    ...{ begins: t`begins with`, ends: t`ends with`, in: t`is one of`, not_in: t`is none of` },
    ...{ matches: t`matches`, empty: t`is empty`, not_empty: t`is not empty` },
  }
  const of_dates: Partial<Record<Operator, string>> = {
    ...{ '>': t`is after`, '>=': t`is on or after`, '<': t`is before`, '<=': t`is on or before` },
  }
  return (operator: Operator, kind: ValueKind | undefined): string =>
    (kind === 'date' ? of_dates[operator] : undefined) ?? words[operator]
}

/** What the form calls what a formula names: `customer.name`, `line.quantity`, `total_tax_amount`. */
export const usePathWords = () => {
  const { t } = useLingui()
  const figures = new Map([
    ['total_excluding_tax', t`Total excluding tax`],
    ['total_including_tax', t`Total including tax`],
    ['total_net_amount', t`Total net amount`],
    ['total_discount_value', t`Total discount`],
    ['total_tax_amount', t`Total tax`],
    ['total_payable_amount', t`Total payable`],
    ['line.subtotal', t`Line: Subtotal`],
    ['line.charges_amount', t`Line: Charges`],
    ['line.total_excluding_tax', t`Line: Total excluding tax`],
    ['line.tax_amount', t`Line: Tax`],
  ])
  return (path: string): string => figures.get(path) ?? fieldLabel(path.replace(/^line\./, 'items.'))
}
