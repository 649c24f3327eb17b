import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { isZero } from '#domain/money/decimal.ts'
import { HEADER_LABELS } from '../../../widgets/document-labels.ts'
import { isAt } from '../form/errors.ts'
import { readNumber } from '../form/numbers.ts'
import { hasRareError, hasRareValue } from '../form/rare.ts'
import { fieldId, useForm, useOpenForm } from '../form-context.ts'
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
      <Disclosure />
    </Fold>
  )
}

/** For what LHDN should have had before. It charges no penalty for what is disclosed, and takes it for a while only. */
const Disclosure = () => {
  const { t, i18n } = useLingui()
  const { store } = useOpenForm()
  const checked = useForm(({ form }) => form.voluntary_disclosure)
  const error = useForm(({ errors }) => errors.voluntary_disclosure)
  return (
    <Checkbox
      id={fieldId('voluntary_disclosure')}
      label={i18n._(HEADER_LABELS.voluntary_disclosure)}
      description={t`For what LHDN should have had before, until 31 December 2027: one document for each month`}
      checked={checked}
      error={error}
      onChange={(event) => {
        const voluntary_disclosure = event.currentTarget.checked
        store.change((form) => ({ ...form, voluntary_disclosure }), isAt('voluntary_disclosure'))
      }}
    />
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
        <Trans>Billing period, agent, contract, tax, prepayment, rounding, remarks, disclosure</Trans>
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
