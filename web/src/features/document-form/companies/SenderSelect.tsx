import { SearchSelect } from '../../../widgets/search-select/SearchSelect.tsx'
import { chooseSender, type Scope } from '../form/choices.ts'
import { isAt } from '../form/errors.ts'
import { partyOf } from '../form/wire.ts'
import { fieldId, useForm, useOpenForm } from '../form-context.ts'

/** The own company: one of the user's sender entities. */
export const SenderSelect = ({ label, scope }: { label: string; scope: Scope }) => {
  const { store, editing } = useOpenForm()
  const sender = useForm(({ form }) => form.sender)
  const error = useForm(({ errors }) => errors.sender)
  const choose = (entity_code: string) => {
    const entity = scope.entities.find((one) => one.entity_code === entity_code)
    if (!entity) return
    store.change(
      (form) => chooseSender(form, partyOf(entity), scope),
      isAt('sender', 'sender_store_code', 'invoice_number'),
    )
  }
  return (
    <SearchSelect
      id={fieldId('sender')}
      label={label}
      required
      disabled={editing}
      error={error}
      options={scope.entities.map((one) => ({ value: one.entity_code, label: one.name, hint: one.tin_no }))}
      value={sender?.entity_code ?? ''}
      shown={sender?.name}
      onChoose={(option) => choose(option.value)}
      onUnread={() => store.change((form) => ({ ...form, sender: null }), isAt('sender'))}
    />
  )
}
