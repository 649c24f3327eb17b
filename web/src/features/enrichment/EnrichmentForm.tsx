import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { type EnrichmentItem, enrichment } from '#contract/shaping/enrichment.ts'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import { SideForm } from '../../ui/form/SideForm.tsx'
import { useActForm } from '../../ui/form/use-act-form.ts'
import { fieldLabel, fieldOptions } from '../../widgets/field-options.ts'
import { SearchSelect } from '../../widgets/search-select/SearchSelect.tsx'

type Props = {
  item: EnrichmentItem | undefined
  /** It was stored or deleted; the sentence says which. */
  onDone: (told: string) => void
  onClose: () => void
}

/** Adds the default of a field, changes it, or deletes it. */
export const EnrichmentForm = ({ item, onDone, onClose }: Props) => {
  const { t } = useLingui()
  const done = item ? t`Enrichment item updated successfully` : t`Enrichment item created successfully`
  const deleted = t`Enrichment item deleted successfully`
  const close = (told: string) => () => {
    onClose()
    onDone(told)
  }
  const form = useActForm(item ? enrichment.update : enrichment.create, {
    initial: { field_name: item?.field_name ?? '', default_value: item?.default_value ?? '' },
    toInput: (values) => ({
      body: { ...values, modified_at: item?.modified_at },
      ...(item && { params: { id: item.id } }),
    }),
    done,
    place: 'configured',
    onDone: close(done),
  })
  const name = item && fieldLabel(item.field_name)
  return (
    <SideForm
      title={item ? t`Edit Enrichment Item` : t`New Enrichment Item`}
      form={form}
      onClose={onClose}
      remove={
        item && (
          <RemoveButton
            endpoint={enrichment.remove}
            input={{ params: { id: item.id } }}
            question={{
              title: t`Delete the default of ${name}?`,
              body: t`Documents that come from now on stay as empty there as they came.`,
            }}
            words={{ done: deleted, place: 'configured' }}
            onDone={close(deleted)}
          />
        )
      }
    >
      <SearchSelect
        {...form.choice('field_name')}
        label={t`Field name`}
        description={item && t`Of an existing item the field stays.`}
        options={fieldOptions()}
        disabled={item !== undefined}
        required
      />
      <TextInput
        {...form.field('default_value')}
        label={t`Default value`}
        description={t`Written into the field where a document leaves it empty.`}
        required
      />
    </SideForm>
  )
}
