import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { warningsOf } from '#domain/checks/all.ts'
import { isNote } from '#domain/documents/document.ts'
import { documentNumber } from '#domain/documents/numbering.ts'
import type { CalendarDate } from '#domain/time/dates.ts'
import { told } from '../../../i18n.ts'
import { Card } from '../../../ui/Card.tsx'
import { HOME_CURRENCY } from '../form/state.ts'
import { fieldId, useForm, useOpenForm } from '../form-context.ts'
import { CURRENCY_OPTIONS } from '../options.ts'
import { useTotals } from '../summary/use-totals.ts'
import { DateField, NumberField, SelectField, TextField } from './fields.tsx'
import classes from './HeaderCard.module.css'
import { MoreFields } from './MoreFields.tsx'
import { useInvoiceNumber } from './use-invoice-number.ts'

const HINTED = ['invoice_date', 'billing_end', 'tax_rate']

type Props = { today: CalendarDate; onCurrency: (currency: string) => void }

/** Number, dates, currency and the references of a document. */
export const HeaderCard = ({ today, onCurrency }: Props) => {
  const { t } = useLingui()
  const { editing } = useOpenForm()
  const note = useForm(({ form }) => form.invoice_type !== '' && isNote(form.invoice_type))
  const currency = useForm(({ form }) => form.invoice_currency)
  return (
    <Card title={t`Document Header`}>
      <div className={classes.groups}>
        <div className={classes.grid}>
          <NumberPreview />
          <DateField field="invoice_date" required readOnly={editing} />
          <DateField field="payment_due_date" />
          <SelectField field="invoice_currency" required options={CURRENCY_OPTIONS} onChosen={onCurrency} />
          {currency !== HOME_CURRENCY && (
            <NumberField field="currency_exchange_rate" required placeholder={t`MYR for 1 ${currency}`} />
          )}
          <HeaderHints today={today} />
        </div>
        {note ? (
          <div className={classes.grid}>
            <div className={classes.wide}>
              <TextField field="original_inv_ref_number" required />
            </div>
            <TextField field="original_inv_number" required />
            <MoreFields />
          </div>
        ) : (
          <MoreFields />
        )}
      </div>
    </Card>
  )
}

/**
 * What is told of the header, which stops nothing: LHDN's record bears another date, a month is not named, a rate
 * charges nothing. In sight, where the billing period and the rate are folded away.
 */
const HeaderHints = ({ today }: { today: CalendarDate }) => {
  const hints = warningsOf(useTotals(), { today }).filter(({ field }) => HINTED.includes(field))
  return (
    <div role="status" className={classes.hints}>
      {hints.map(({ code, message }) => (
        <p key={code}>{told(message)}</p>
      ))}
    </div>
  )
}

/** The number is claimed when the document is saved; until then it is the next one, read-only. */
const NumberPreview = () => {
  const { t } = useLingui()
  const { editing } = useOpenForm()
  const saved = useForm(({ form }) => form.invoice_number)
  const error = useForm(({ errors }) => errors.invoice_number)
  const next = useInvoiceNumber()
  return (
    <TextInput
      id={fieldId('invoice_number')}
      label={t`Invoice Number`}
      readOnly
      required
      className="figures"
      value={editing ? saved : next}
      placeholder={documentNumber('…', '…')}
      error={error}
    />
  )
}
