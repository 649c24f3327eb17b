import { useLingui } from '@lingui/react/macro'
import { rules, type SavedRule } from '#contract/shaping/rules.ts'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import { fieldLabel } from '../../widgets/field-options.ts'

/** Deletes the rule that the form shows. */
export const RemoveRule = ({ rule, onDone }: { rule: SavedRule; onDone: () => void }) => {
  const { t } = useLingui()
  const name = fieldLabel(rule.field)
  return (
    <RemoveButton
      endpoint={rules.remove}
      input={{ params: { id: rule.id } }}
      question={{
        title: t`Delete the validation rule of ${name}?`,
        body: t`Documents that come from now on are no longer checked by it.`,
      }}
      words={{
        done: t`Validation rule deleted successfully`,
        failed: (why) => `${t`Failed to delete validation rule.`} ${why}`,
        place: 'configured',
      }}
      onDone={onDone}
    />
  )
}
