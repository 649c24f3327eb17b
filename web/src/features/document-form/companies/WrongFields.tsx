import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { own } from '#codes/own.ts'
import type { Party } from '#domain/documents/document.ts'
import { PARTY_NAMES, type PartyName } from '../../../widgets/party/labels.ts'
import { PartyField } from '../../../widgets/party/PartyField.tsx'
import { focusField } from '../focus-field.ts'
import { isAt } from '../form/errors.ts'
import { fieldId, useForm, useOpenForm } from '../form-context.ts'
import classes from './CompaniesCard.module.css'

/** One of these is seldom wrong without the others. */
const IDENTITY: readonly PartyName[] = ['tin_no', 'identity_type', 'identity_number']

/**
 * The customer's particulars that something is, or was, wrong with, to be put right on a document that came back; the
 * party itself cannot be exchanged there. A field stays once it is shown, also when its message is answered. All of
 * them come when they are asked for: what an approver wrote names no field, and no address book may know the party.
 */
export const WrongFields = () => {
  const { store } = useOpenForm()
  const customer = useForm(({ form }) => form.customer)
  const errors = useForm((snapshot) => snapshot.errors)
  const [shown, setShown] = useState<readonly PartyName[]>([])
  const wrong = PARTY_NAMES.filter((field) => own(errors, `customer.${field}`))
  const wanted = wrong.some((field) => IDENTITY.includes(field)) ? [...wrong, ...IDENTITY] : wrong
  if (wanted.some((field) => !shown.includes(field))) {
    setShown(PARTY_NAMES.filter((field) => shown.includes(field) || wanted.includes(field)))
  }
  if (!customer) return null
  const showAll = () => {
    const first = PARTY_NAMES.find((field) => !shown.includes(field))
    setShown(PARTY_NAMES)
    // The button goes with its press; the field is there once this is drawn.
    requestAnimationFrame(() => first && focusField(`customer.${first}`))
  }
  const change = (part: Partial<Party>) =>
    store.change(
      (form) => ({ ...form, customer: form.customer && { ...form.customer, ...part } }),
      isAt(...Object.keys(part).map((field) => `customer.${field}`)),
    )
  return (
    <div className={classes.fields}>
      {shown.map((field) => (
        <PartyField
          key={field}
          field={field}
          party={customer}
          id={fieldId(`customer.${field}`)}
          error={own(errors, `customer.${field}`)}
          onChange={change}
        />
      ))}
      {shown.length < PARTY_NAMES.length && <CorrectAll onPress={showAll} />}
      {shown.length > 0 && (
        <p className={classes.hint}>
          <Trans>Changed on this document only; the address book stays as it is.</Trans>
        </p>
      )}
    </div>
  )
}

const CorrectAll = ({ onPress }: { onPress: () => void }) => {
  const selfbilling = useForm(({ form }) => form.selfbilling)
  return (
    <div className={classes.hint}>
      <Button size="compact-sm" variant="subtle" onClick={onPress}>
        {selfbilling ? (
          <Trans>Correct the supplier’s particulars</Trans>
        ) : (
          <Trans>Correct the buyer’s particulars</Trans>
        )}
      </Button>
    </div>
  )
}
