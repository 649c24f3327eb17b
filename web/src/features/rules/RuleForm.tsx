import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { rules, type SavedRule } from '#contract/shaping/rules.ts'
import { DateField } from '../../ui/DateField.tsx'
import { SideForm } from '../../ui/form/SideForm.tsx'
import { useActForm } from '../../ui/form/use-act-form.ts'
import { contentOf, draftOf } from './content.ts'
import { Examples } from './Examples.tsx'
import { RemoveRule } from './RemoveRule.tsx'
import { RuleFields } from './RuleFields.tsx'
import { TrialPanel } from './TrialPanel.tsx'
import { needsSecond, useAsking } from './use-asking.ts'
import { useExamples } from './use-examples.ts'
import { useTrial } from './use-trial.ts'
import { Versions } from './Versions.tsx'

/** Adds a rule, changes it, or deletes it. */
export const RuleForm = ({ rule, onClose }: { rule: SavedRule | undefined; onClose: () => void }) => {
  const { t } = useLingui()
  const asking = useAsking(rule, onClose)
  const form = useActForm(rule ? rules.update : rules.create, {
    initial: draftOf(rule, new Date()),
    toInput: (draft) => ({
      body: { ...draft, version: rule?.version },
      ...(rule && { params: { id: rule.id } }),
    }),
    done: rule ? t`Validation rule updated successfully` : t`Validation rule added successfully`,
    failed: (why, error) => {
      asking.note(error)
      if (needsSecond(error) && asking.isOpen()) {
        void asking.ask(form.form.getValues(), why)
        return ''
      }
      return `${rule ? t`Failed to update validation rule.` : t`Failed to add validation rule.`} ${why}`
    },
    place: 'configured',
    onDone: onClose,
  })
  const { onChange, error } = form.field('active_on')
  const examples = useExamples({
    ...{ rule, content: contentOf(form.form.values), entries: form.form.values.examples },
    onChange: (entries) => form.form.setFieldValue('examples', entries),
  })
  const { trial, busy, tryIt } = useTrial(form.form.values)
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
      {trial && <TrialPanel trial={trial} onAsk={() => void asking.ask(form.form.values)} />}
      <Examples {...examples} />
      {rule && <Versions rule={rule} asking={asking} unsaved={form.isDirty} onDone={onClose} />}
    </SideForm>
  )
}
