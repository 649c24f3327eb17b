import { useLingui } from '@lingui/react/macro'
import { Checkbox, Stack, Tabs, TextInput } from '@mantine/core'
import { type DataMapping, mappings } from '#contract/mappings.ts'
import { MAPPING_TYPES } from '#domain/shaping/mappings.ts'
import { SideForm } from '../../ui/form/SideForm.tsx'
import { useActForm } from '../../ui/form/use-act-form.ts'
import { FIELD_OPTIONS } from '../../widgets/field-options.ts'
import { SearchSelect } from '../../widgets/search-select/SearchSelect.tsx'
import { RemoveMapping } from './RemoveMapping.tsx'

type Props = {
  mapping: DataMapping | undefined
  /** What a new one is at first. */
  mapping_type: DataMapping['mapping_type']
  onClose: () => void
}

/** Adds a mapping, changes it, or deletes it. */
export const MappingForm = ({ mapping, mapping_type, onClose }: Props) => {
  const { t } = useLingui()
  const NEW = {
    field: '',
    mapping_type,
    lookup_key: '',
    lookup_value: '',
    hardcode_value: '',
    overwrite: false,
  }
  const form = useActForm(mapping ? mappings.update : mappings.create, {
    initial: mapping ?? NEW,
    toInput: (body) => ({ body, ...(mapping && { params: { id: mapping.id } }) }),
    done: mapping ? t`Mapping updated successfully` : t`Mapping added successfully`,
    failed: (why) => `${mapping ? t`Failed to update mapping.` : t`Failed to add mapping.`} ${why}`,
    place: 'configured',
    onDone: onClose,
  })
  const type = form.form.values.mapping_type
  return (
    <SideForm
      title={mapping ? t`Edit Mapping` : t`Add Mapping`}
      form={form}
      onClose={onClose}
      remove={mapping && <RemoveMapping mapping={mapping} onDone={onClose} />}
    >
      <SearchSelect
        {...form.choice('field')}
        label={t`Field`}
        description={mapping && t`Of an existing mapping the field stays.`}
        options={FIELD_OPTIONS}
        disabled={mapping !== undefined}
        required
      />
      <Tabs
        value={type}
        onChange={(to) => {
          const chosen = MAPPING_TYPES.find((one) => one === to)
          if (chosen) form.form.setFieldValue('mapping_type', chosen)
        }}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="lookup">{t`Lookup`}</Tabs.Tab>
          <Tabs.Tab value="hardcode">{t`Hardcode`}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="lookup" tabIndex={-1}>
          <Stack>
            <TextInput
              {...form.field('lookup_key')}
              label={t`Lookup Key`}
              description={t`What comes, letter for letter; blanks around it do not count.`}
              maxLength={300}
              required
            />
            <TextInput {...form.field('lookup_value')} label={t`Mapped Value`} maxLength={600} required />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="hardcode" tabIndex={-1}>
          <Stack>
            <TextInput
              {...form.field('hardcode_value')}
              label={t`Hardcoded Value`}
              maxLength={600}
              required
            />
            <Checkbox
              {...form.form.getInputProps('overwrite', { type: 'checkbox' })}
              label={t`Overwrite Existing Value`}
              description={t`Otherwise it is only written where the field is empty.`}
            />
          </Stack>
        </Tabs.Panel>
      </Tabs>
    </SideForm>
  )
}
