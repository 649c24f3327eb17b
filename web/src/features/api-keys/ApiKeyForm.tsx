import { useLingui } from '@lingui/react/macro'
import { Checkbox, MultiSelect, Stack, TextInput } from '@mantine/core'
import type { Output } from '#contract/endpoint.ts'
import { apiKeys, type KeyFlag } from '#contract/people/api-keys.ts'
import { addDays, malaysianDate } from '#domain/time/dates.ts'
import { useProfile } from '../../session/session.ts'
import { DateField } from '../../ui/DateField.tsx'
import { SideForm } from '../../ui/form/SideForm.tsx'
import { useActForm } from '../../ui/form/use-act-form.ts'
import { EntityField, useEntityId } from '../../widgets/EntityField.tsx'
import { KEY_RIGHTS } from './look.ts'

type Made = Output<typeof apiKeys.create>
type Props = { onMade: (made: Made) => void; onClose: () => void }

const USUAL_DAYS = 365

/** Makes a key; the answer alone holds it. */
export const ApiKeyForm = ({ onMade, onClose }: Props) => {
  const { t, i18n } = useLingui()
  const { store_code: stores } = useProfile()
  const form = useActForm(apiKeys.create, {
    initial: {
      ...{ name: '', sender_entity_code: '', store_codes: [] as string[] },
      flags: ['can_create_invoice'] as KeyFlag[],
      expires_on: addDays(malaysianDate(new Date()), USUAL_DAYS),
    },
    toInput: (body) => ({ body }),
    onDone: (made) => {
      onClose()
      onMade(made)
    },
  })
  const entity = form.choice('sender_entity_code')
  const entity_id = useEntityId(form.form.values.sender_entity_code)
  return (
    <SideForm title={t`New API Key`} form={form} save_label={t`Create key`} onClose={onClose}>
      <TextInput
        {...form.field('name')}
        label={t`Name`}
        description={t`What uses the key: a till, a shop, a program.`}
        maxLength={100}
        required
        data-autofocus
      />
      <EntityField
        {...entity}
        onChoose={(option) => {
          entity.onChoose(option)
          form.form.setFieldValue('store_codes', [])
        }}
      />
      <MultiSelect
        {...form.field('store_codes')}
        label={t`Departments`}
        data={stores
          .filter(({ sender_entity_id }) => sender_entity_id === entity_id)
          .map(({ code, name }) => ({ value: code, label: `${code} · ${name}` }))}
        disabled={entity_id === ''}
        searchable
        required
      />
      <Checkbox.Group {...form.field('flags')} label={t`The key may`} required>
        <Stack gap="xs" mt="xs">
          {KEY_RIGHTS.map(({ flag, word }) => (
            <Checkbox key={flag} value={flag} label={i18n._(word)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <DateField
        {...form.field('expires_on')}
        value={form.form.values.expires_on}
        label={t`Works until`}
        description={t`The last day on which it works; at most two years ahead.`}
        w={220}
        required
      />
    </SideForm>
  )
}
