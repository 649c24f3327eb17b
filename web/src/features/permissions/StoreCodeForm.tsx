import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { type ChangePreview, changeRequests } from '#contract/people/change-requests.ts'
import type { ListedStoreCode } from '#contract/people/groups.ts'
import { SideForm } from '../../ui/form/SideForm.tsx'
import { useActForm } from '../../ui/form/use-act-form.ts'
import { EntityField } from '../../widgets/EntityField.tsx'
import { useSubmitChange } from './use-submit-change.tsx'

type Props = { store: ListedStoreCode | undefined; onClose: () => void }

/** A department to be made or changed; likewise. */
export const StoreCodeForm = ({ store, onClose }: Props) => {
  const { t } = useLingui()
  const action = store ? 'edit' : 'create'
  const submit = useSubmitChange('store_code', action)
  const initial = { code: store?.code ?? '', name: store?.name ?? '', sender_entity_code: '' }
  const bodyOf = (values: typeof initial) => ({ action, storecode_id: store?.id ?? null, ...values }) as const
  const send = async (preview: ChangePreview, sent: typeof initial): Promise<void> => {
    if (await submit(preview, bodyOf(sent))) onClose()
  }
  const form = useActForm(changeRequests.previewStoreCode, {
    initial,
    toInput: (values) => ({ body: bodyOf(values) }),
    onDone: (preview, sent) => void send(preview, sent),
  })
  const { values } = form.form
  const changed = values.name !== initial.name || values.code !== initial.code
  return (
    <SideForm
      title={store ? t`Edit Department` : t`Add Department`}
      // What was only looked at is not saved.
      form={{ ...form, isDirty: () => changed || values.sender_entity_code !== '' }}
      save_label={t`Review change`}
      onClose={onClose}
    >
      {!store && <EntityField {...form.choice('sender_entity_code')} />}
      <TextInput
        {...form.field('code')}
        label={t`Code`}
        description={t`Letters, digits and hyphens. It stays once documents bear it.`}
        maxLength={20}
        required
        data-autofocus
      />
      <TextInput {...form.field('name')} label={t`Name`} maxLength={100} required />
    </SideForm>
  )
}
