import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { rules, type SavedRule } from '#contract/shaping/rules.ts'
import { DateField } from '../../ui/DateField.tsx'
import { SideForm } from '../../ui/form/SideForm.tsx'
import { useActForm } from '../../ui/form/use-act-form.ts'
import { contentOf, NEW } from './content.ts'
import { RemoveRule } from './RemoveRule.tsx'
import { RuleFields } from './RuleFields.tsx'
import { TrialPanel } from './TrialPanel.tsx'
import { useTrial } from './use-trial.tsx'
import { Versions } from './Versions.tsx'

/** Adds a rule, changes it, or deletes it. */
export const RuleForm = ({ rule, onClose }: { rule: SavedRule | undefined; onClose: () => void }) => {
  const { t } = useLingui()
  const form = useActForm(rule ? rules.update : rules.create, {
    initial: { ...contentOf(rule ?? NEW), active_on: '' },
    toInput: (body) => ({ body, ...(rule && { params: { id: rule.id } }) }),
    done: rule ? t`Validation rule updated successfully` : t`Validation rule added successfully`,
    failed: (why) =>
      `${rule ? t`Failed to update validation rule.` : t`Failed to add validation rule.`} ${why}`,
    place: 'configured',
    onDone: onClose,
  })
  const { onChange, error } = form.field('active_on')
  const { trial, busy, tryIt, askIt } = useTrial(contentOf(form.form.values), {
    ...{ rule, active_on: form.form.values.active_on, onAsked: onClose },
  })
  return (
    <SideForm
      title={rule ? t`Edit Validation Rule` : t`Add Validation Rule`}
      form={form}
      onClose={onClose}
      remove={rule && <RemoveRule rule={rule} onDone={onClose} />}
    >
      <RuleFields rule={rule} form={form} />
      <DateField
        value={form.form.values.active_on}
        onChange={onChange}
        error={error}
        label={t`In force from`}
        description={t`Empty: at once.`}
      />
      <Button
        variant="default"
        onClick={() => void tryIt()}
        loading={busy}
        leftSection={<IconFlask size={16} aria-hidden />}
      >
        <Trans>Try on past documents</Trans>
      </Button>
      {trial && <TrialPanel trial={trial} onAsk={() => void askIt()} />}
      {rule && <Versions rule={rule} onDone={onClose} />}
    </SideForm>
  )
}
