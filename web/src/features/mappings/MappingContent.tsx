import { useLingui } from '@lingui/react/macro'
import { Checkbox, Stack, Tabs, TextInput } from '@mantine/core'
import type { mappings } from '#contract/shaping/mappings.ts'
import { MAPPING_TYPES, type Mapping } from '#domain/shaping/mappings.ts'
import type { useActForm } from '../../ui/form/use-act-form.ts'

type Props = Pick<ReturnType<typeof useActForm<typeof mappings.create, Mapping>>, 'form' | 'field'>

/** What a mapping of either type needs; the tab says of which it is. */
export const MappingContent = ({ form, field }: Props) => {
  const { t } = useLingui()
  return (
    <Tabs
      value={form.values.mapping_type}
      onChange={(to) => {
        const chosen = MAPPING_TYPES.find((one) => one === to)
        if (chosen) form.setFieldValue('mapping_type', chosen)
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
            {...field('lookup_key')}
            label={t`Lookup Key`}
            description={t`What comes, letter for letter; blanks around it do not count.`}
            required
          />
          <TextInput {...field('lookup_value')} label={t`Mapped Value`} required />
        </Stack>
      </Tabs.Panel>
      <Tabs.Panel value="hardcode" tabIndex={-1}>
        <Stack>
          <TextInput {...field('hardcode_value')} label={t`Hardcoded Value`} required />
          <Checkbox
            {...form.getInputProps('overwrite', { type: 'checkbox' })}
            label={t`Overwrite Existing Value`}
            description={t`Otherwise it is only written where the field is empty.`}
          />
        </Stack>
      </Tabs.Panel>
    </Tabs>
  )
}
