import { useLingui } from '@lingui/react/macro'
import { Checkbox, TextInput } from '@mantine/core'
import { type CustomerRow, customers } from '#contract/customers.ts'
import { emptyParty } from '#domain/documents/document.ts'
import { ApiError } from '../../api/errors.ts'
import { FieldGrid } from '../../ui/form/FieldGrid.tsx'
import { SideForm } from '../../ui/form/SideForm.tsx'
import { useActForm } from '../../ui/form/use-act-form.ts'
import { EntityFact, EntityField, useEntityId } from '../EntityField.tsx'
import { CHARS_TAKEN_MAX } from '../entry/room.ts'
import { HistoryLink } from '../HistoryLink.tsx'
import { IdentityCheck } from '../party/IdentityCheck.tsx'
import { PARTY_NAMES } from '../party/labels.ts'
import { PartyFields } from '../party/PartyFields.tsx'
import { RemoveCustomer } from './RemoveCustomer.tsx'
import { useBearer } from './use-bearer.ts'

type Props = {
  customer: CustomerRow | undefined
  /** What a new one begins with, where it is known whose it will be. */
  begun?: { name: string; sender_entity_code: string; is_supplier: boolean }
  onSaved?: (saved: CustomerRow) => void
  onClose: () => void
}

const IDENTITY = ['name', 'tin_no', 'identity_type', 'identity_number'] as const
const REST = PARTY_NAMES.filter((field) => !IDENTITY.some((one) => one === field))
const REQUIRED = [...IDENTITY, 'address1', 'zipcode', 'city', 'state', 'country', 'contact_number'] as const

const NEW = {
  ...emptyParty,
  ...{ identity_type: 'BRN', country: 'MYS', state: '10' },
  ...{ contact_person: '', contact_reference: '', bank_number: '', is_supplier: false },
}

/** Adds a customer, or changes one that was made here. */
export const CustomerForm = ({ customer, begun, onSaved, onClose }: Props) => {
  const { t } = useLingui()
  const form = useActForm(customer ? customers.update : customers.create, {
    initial: { ...NEW, ...customer, sender_entity_code: '', ...begun },
    toInput: (values) => ({
      // The form shows the codes: where one was emptied, no name of before may stand in for it.
      body: { ...values, state_display: '', country_display: '' },
      ...(customer && { params: { id: customer.id } }),
    }),
    done: customer ? t`Customer saved.` : t`Customer added.`,
    failed: (message, error) =>
      error instanceof ApiError && error.code === 'customer_exists'
        ? message
        : `${t`Something went wrong while saving the customer.`} ${message}`,
    onDone: (saved) => {
      onSaved?.(saved)
      onClose()
    },
  })
  const { values } = form.form
  const sender_entity_id = useEntityId(values.sender_entity_code, customer)
  // Who buys on consolidated documents has no number.
  const identity = values.identity_type === 'NA' ? IDENTITY.slice(0, 3) : IDENTITY
  return (
    <SideForm
      title={customer ? t`Edit Customer` : t`New Customer`}
      form={form}
      onClose={onClose}
      remove={customer && <RemoveCustomer customer={customer} onDone={onClose} />}
    >
      {customer && <HistoryLink kind="customer" id={customer.id} />}
      {customer && <EntityFact sender_entity_id={customer.sender_entity_id} />}
      {!customer && !begun && <EntityField {...form.choice('sender_entity_code')} />}
      <PartyFields form={form.form} fields={identity} required={REQUIRED} />
      <IdentityCheck
        party={values}
        sender_entity_id={sender_entity_id}
        warnings={useBearer({ ...values, sender_entity_id }, customer?.id)}
        onTake={({ identity_type }) => form.form.setFieldValue('identity_type', identity_type)}
      />
      <PartyFields form={form.form} fields={REST} required={REQUIRED} />
      <FieldGrid>
        <TextInput {...form.field('contact_person')} label={t`Contact Person`} maxLength={CHARS_TAKEN_MAX} />
        <TextInput
          {...form.field('contact_reference')}
          label={t`Contact Reference`}
          maxLength={CHARS_TAKEN_MAX}
        />
        <TextInput
          {...form.field('bank_number')}
          label={t`Bank Account Number`}
          maxLength={CHARS_TAKEN_MAX}
        />
      </FieldGrid>
      <Checkbox
        {...form.form.getInputProps('is_supplier', { type: 'checkbox' })}
        label={t`Is a supplier too (for self-billed documents)`}
      />
    </SideForm>
  )
}
