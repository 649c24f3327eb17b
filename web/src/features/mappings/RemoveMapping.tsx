import { useLingui } from '@lingui/react/macro'
import { mappings, type SavedMapping } from '#contract/shaping/mappings.ts'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import { fieldLabel } from '../../widgets/field-options.ts'

/** Deletes the mapping that the form shows. */
export const RemoveMapping = ({ mapping, onDone }: { mapping: SavedMapping; onDone: () => void }) => {
  const { t } = useLingui()
  const name = `${fieldLabel(mapping.field)} ${mapping.lookup_key}`.trim()
  return (
    <RemoveButton
      endpoint={mappings.remove}
      input={{ params: { id: mapping.id } }}
      question={{
        title: t`Delete the mapping of ${name}?`,
        body: t`Documents that come from now on are no longer changed by it. Those that are stored stay as they are.`,
      }}
      words={{
        done: t`Mapping deleted successfully`,
        failed: (why) => `${t`Failed to delete mapping.`} ${why}`,
        place: 'configured',
      }}
      onDone={onDone}
    />
  )
}
