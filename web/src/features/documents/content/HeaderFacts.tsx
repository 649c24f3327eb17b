import { useLingui } from '@lingui/react/macro'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { isOtherDay } from '#domain/documents/issue.ts'
import { saidExemption } from '#domain/documents/stated.ts'
import { isZero } from '#domain/money/decimal.ts'
import { formatExchangeRate, formatRate } from '#domain/money/figures.ts'
import { DateText, InstantText } from '../../../ui/DateText.tsx'
import { Facts } from '../../../ui/Facts.tsx'

/** What the header says, as far as it says anything. */
export const HeaderFacts = ({ document: d }: { document: DocumentDetail }) => {
  const { t } = useLingui()
  const issued_at = d.lhdn?.issued_at ?? null
  const currency = d.invoice_currency
  const rate = formatExchangeRate(d.currency_exchange_rate)
  const clerks = !issued_at || isOtherDay(d.invoice_date, new Date(issued_at))
  return (
    <Facts
      layout="grid"
      facts={[
        [t`Invoice Number`, d.invoice_number],
        [t`e-Invoice date and time`, issued_at && <InstantText value={issued_at} />],
        [t`Invoice Date`, clerks && <DateText value={d.invoice_date} />],
        [t`Due date`, d.payment_due_date && <DateText value={d.payment_due_date} />],
        [t`Created by`, d.created_by_name],
        [t`Department Code`, d.sender_store_code],
        [t`Currency`, currency],
        [t`Exchange rate`, currency !== 'MYR' && t`1 ${currency} = MYR ${rate}`],
        [t`Original document`, d.original_inv_number],
        [t`Original LHDN UUID`, d.original_inv_ref_number],
        [t`Billing period`, period(d.billing_start, d.billing_end)],
        [t`Billing frequency`, d.frequency_of_billing],
        [t`Contract number`, d.contract_number],
        [t`Agent number`, d.agent_number],
        [t`Voluntary disclosure`, d.voluntary_disclosure && 'SVDP'],
        [t`Tax rate`, !isZero(d.tax_rate) && formatRate(d.tax_rate)],
        [t`Tax exemption reason`, saidExemption(d)],
        [t`Remarks`, d.document_remarks],
      ]}
    />
  )
}

const period = (start: string | null, end: string | null) =>
  (start || end) && (
    <>
      <DateText value={start} /> – <DateText value={end} />
    </>
  )
