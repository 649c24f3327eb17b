import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { own } from '#codes/own.ts'
import { PARTY_FIELDS } from '#domain/documents/document.ts'
import type { Option } from '../../../widgets/search-select/match.ts'
import { SearchSelect } from '../../../widgets/search-select/SearchSelect.tsx'
import { isAt } from '../form/errors.ts'
import { fieldId, useForm, useOpenForm } from '../form-context.ts'
import { PARTY_LABELS } from '../labels.ts'
import { COUNTRY_OPTIONS, ID_TYPE_OPTIONS, STATE_OPTIONS } from '../options.ts'
import classes from './CompaniesCard.module.css'

type PartyField = (typeof PARTY_FIELDS)[number]

/** One of these is seldom wrong without the others. */
const IDENTITY: readonly PartyField[] = ['tin_no', 'identity_type', 'identity_number']
const OPTIONS: Readonly<Record<string, Option[]>> = {
  identity_type: ID_TYPE_OPTIONS,
  state: STATE_OPTIONS,
  country: COUNTRY_OPTIONS,
}

/**
 * The customer's particulars that something is, or was, wrong with, to be put right on a document that came back; the
 * party itself cannot be exchanged there. A field stays once it is shown, also when its message is answered.
 */
export const PartyFields = () => {
  const errors = useForm((snapshot) => snapshot.errors)
  const [shown, setShown] = useState<readonly PartyField[]>([])
  const wrong = PARTY_FIELDS.filter((field) => own(errors, `customer.${field}`))
  const wanted = wrong.some((field) => IDENTITY.includes(field)) ? [...wrong, ...IDENTITY] : wrong
  if (wanted.some((field) => !shown.includes(field))) {
    setShown(PARTY_FIELDS.filter((field) => shown.includes(field) || wanted.includes(field)))
  }
  if (shown.length === 0) return null
  return (
    <div className={classes.fields}>
      {shown.map((field) => (
        <Field key={field} field={field} />
      ))}
      <p className={classes.hint}>
        <Trans>Changed on this document only; the address book stays as it is.</Trans>
      </p>
    </div>
  )
}

const LENGTH_MAX = 300

const Field = ({ field }: { field: PartyField }) => {
  const { i18n } = useLingui()
  const { store } = useOpenForm()
  const key = `customer.${field}`
  const value = useForm(({ form }) => form.customer?.[field] ?? '')
  const error = useForm(({ errors }) => own(errors, key))
  const label = own(PARTY_LABELS, field)
  const options = own(OPTIONS, field)
  const set = (text: string) =>
    store.change(
      (form) => ({ ...form, customer: form.customer && { ...form.customer, [field]: text } }),
      isAt(key),
    )
  const shared = { id: fieldId(key), label: label ? i18n._(label) : field, error }
  if (options) {
    return (
      <SearchSelect {...shared} options={options} value={value} onChoose={(option) => set(option.value)} />
    )
  }
  return (
    <TextInput
      {...shared}
      value={value}
      maxLength={LENGTH_MAX}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}
