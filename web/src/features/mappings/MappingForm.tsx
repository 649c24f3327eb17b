import { useLingui } from '@lingui/react/macro'
import { mappings, type SavedMapping } from '#contract/shaping/mappings.ts'
import { SideForm } from '../../ui/form/SideForm.tsx'
import { useActForm } from '../../ui/form/use-act-form.ts'
import { fieldOptions } from '../../widgets/field-options.ts'
import { SearchSelect } from '../../widgets/search-select/SearchSelect.tsx'
import { MappingContent } from './MappingContent.tsx'
import { RemoveMapping } from './RemoveMapping.tsx'

type Props = {
  mapping: SavedMapping | undefined
  /** What a new one is at first. */
  mapping_type: SavedMapping['mapping_type']
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
        options={fieldOptions()}
        disabled={mapping !== undefined}
        required
      />
      <MappingContent {...form} />
    </SideForm>
  )
}
