import { useLingui } from '@lingui/react/macro'
import { Switch } from '@mantine/core'
import { Card } from '../../ui/Card.tsx'
import { SearchSelect } from '../../widgets/search-select/SearchSelect.tsx'
import classes from './DocumentFormPage.module.css'
import { chooseStore, type Scope, storesOf } from './form/choices.ts'
import { switchSelfBilling } from './form/edit.ts'
import { isAt } from './form/errors.ts'
import { fieldId, useForm, useOpenForm } from './form-context.ts'
import { SelectField } from './header/fields.tsx'
import { typeOptions } from './options.ts'

type Props = { scope: Scope; onStore: (store_id: string) => void }

/** What kind of document this is, and which department issues it. */
export const PropertiesCard = ({ scope, onStore }: Props) => {
  const { t } = useLingui()
  const { store, editing } = useOpenForm()
  const selfbilling = useForm(({ form }) => form.selfbilling)
  const error = useForm(({ errors }) => errors.selfbilling)
  const toggle = (on: boolean) =>
    store.change(
      (form) => switchSelfBilling(form, on),
      isAt('selfbilling', 'invoice_type', 'invoice_number', 'customer'),
    )
  return (
    <Card title={t`Document Properties`}>
      <div className={classes.properties}>
        <Switch
          id={fieldId('selfbilling')}
          label={t`Self Billing`}
          description={t`You issue the invoice on behalf of your supplier`}
          checked={selfbilling}
          disabled={editing}
          error={error}
          onChange={(event) => toggle(event.currentTarget.checked)}
        />
        <SelectField field="invoice_type" required disabled={editing} options={typeOptions(selfbilling)} />
        <DepartmentSelect scope={scope} onStore={onStore} />
      </div>
    </Card>
  )
}

const DepartmentSelect = ({ scope, onStore }: Props) => {
  const { t } = useLingui()
  const { store, editing } = useOpenForm()
  const code = useForm(({ form }) => form.sender_store_code)
  const sender = useForm(({ form }) => form.sender)
  const error = useForm(({ errors }) => errors.sender_store_code)
  const stores = storesOf(sender, scope)
  const chosen = stores.find((one) => one.code === code)
  const options = stores.map((one) => ({
    value: one.id,
    code: one.code,
    label: one.name,
    hint: scope.entities.find(({ id }) => id === one.sender_entity_id)?.name ?? '',
  }))
  const choose = (id: string) => {
    const picked = stores.find((one) => one.id === id)
    if (!picked) return
    store.change(
      (form) => chooseStore(form, picked, scope),
      isAt('sender_store_code', 'sender', 'invoice_number'),
    )
    onStore(id)
  }
  return (
    <SearchSelect
      id={fieldId('sender_store_code')}
      label={t`Department Code`}
      required
      disabled={editing}
      error={error}
      options={options}
      value={chosen?.id ?? ''}
      shown={chosen ? undefined : code}
      onChoose={(option) => choose(option.value)}
      onUnread={() => store.setField('sender_store_code', '')}
    />
  )
}
