import { useLingui } from '@lingui/react/macro'
import type { SavedMapping } from '#contract/shaping/mappings.ts'
import { type Column, textColumn } from '../../ui/table/table.ts'
import { fieldLabel } from '../../widgets/field-options.ts'

/** The columns of each tab. */
export const useColumns = (tab: SavedMapping['mapping_type']): Column<SavedMapping>[] => {
  const { t } = useLingui()
  const field: Column<SavedMapping> = {
    key: 'field',
    header: t`Field`,
    cell: (row) => fieldLabel(row.field),
    full: (row) => row.field,
    width_max: 300,
  }
  if (tab === 'lookup')
    return [
      field,
      textColumn('lookup_key', t`Lookup Key`, 300),
      textColumn('lookup_value', t`Mapped Value`, 300),
    ]
  return [
    field,
    textColumn('hardcode_value', t`Hardcoded Value`, 420),
    { key: 'overwrite', header: t`Overwrite`, cell: (row) => (row.overwrite ? t`Yes` : t`No`) },
  ]
}
