import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { isZero } from '#domain/money/decimal.ts'
import { readNumber } from '../form/numbers.ts'
import { hasRareError, hasRareValue } from '../form/rare.ts'
import { useForm } from '../form-context.ts'
import { FREQUENCY_OPTIONS } from '../options.ts'
import { DateField, LongTextField, NumberField, SuggestingField, TextField } from './fields.tsx'
import classes from './HeaderCard.module.css'

/** The fields of the header that most documents leave alone. */
export const MoreFields = () => {
  const untaxed = useForm(({ form }) => isZero(readNumber(form.tax_rate)))
  return (
    <Fold>
      <div className={classes.grid}>
        <DateField field="billing_start" />
        <DateField field="billing_end" />
        <SuggestingField field="frequency_of_billing" options={FREQUENCY_OPTIONS} />
        <TextField field="agent_number" />
        <TextField field="contract_number" />
      </div>
      <div className={classes.grid}>
        <NumberField field="tax_rate" />
        {untaxed && <TextField field="tax_exemption_reason" />}
        <NumberField field="prepayment_amount" />
        <NumberField field="rounding_amount" />
      </div>
      <LongTextField field="document_remarks" />
    </Fold>
  )
}

const Fold = ({ children }: { children: ReactNode }) => {
  const [open, setOpen] = useOpening()
  return (
    <details className={classes.more} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <b>
          <Trans>More</Trans>
        </b>{' '}
        <Trans>Billing period, agent, contract, tax, prepayment, rounding, remarks</Trans>
      </summary>
      <div className={classes.groups}>{children}</div>
    </details>
  )
}

/** It opens by itself when one of its fields gets a value, and each time that one of them is found wrong. */
const useOpening = () => {
  const valued = useForm(({ form }) => hasRareValue(form))
  const errors = useForm((snapshot) => snapshot.errors)
  const [open, setOpen] = useState(valued || hasRareError(errors))
  const [seen, setSeen] = useState({ valued, errors })
  if (valued !== seen.valued || errors !== seen.errors) {
    setSeen({ valued, errors })
    if ((valued && !seen.valued) || (errors !== seen.errors && hasRareError(errors))) setOpen(true)
  }
  return [open, setOpen] as const
}
