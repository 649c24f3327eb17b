import { useLingui } from '@lingui/react/macro'
import { Textarea, TextInput } from '@mantine/core'
import { type RuleWrite, rules, type SavedRule } from '#contract/shaping/rules.ts'
import { CONDITIONS } from '#domain/rules/rule.ts'
import { SideForm } from '../../ui/form/SideForm.tsx'
import { useActForm } from '../../ui/form/use-act-form.ts'
import { FIELD_OPTIONS } from '../../widgets/field-options.ts'
import { SearchSelect } from '../../widgets/search-select/SearchSelect.tsx'
import { RemoveRule } from './RemoveRule.tsx'
import classes from './rules.module.css'
import { useConditions, useValueHints } from './words.ts'

type Content = Pick<RuleWrite, 'field' | 'condition' | 'value' | 'error_message'>

const NEW: Content = { field: '', condition: 'regex', value: '', error_message: '' }

/** Adds a rule, changes it, or deletes it. */
export const RuleForm = ({ rule, onClose }: { rule: SavedRule | undefined; onClose: () => void }) => {
  const { t } = useLingui()
  const conditions = useConditions()
  const hints = useValueHints()
  const form = useActForm(rule ? rules.update : rules.create, {
    initial: contentOf(rule ?? NEW),
    toInput: (body) => ({ body, ...(rule && { params: { id: rule.id } }) }),
    done: rule ? t`Validation rule updated successfully` : t`Validation rule added successfully`,
    failed: (why) =>
      `${rule ? t`Failed to update validation rule.` : t`Failed to add validation rule.`} ${why}`,
    place: 'configured',
    onDone: onClose,
  })
  const { condition } = form.form.values
  return (
    <SideForm
      title={rule ? t`Edit Validation Rule` : t`Add Validation Rule`}
      form={form}
      onClose={onClose}
      remove={rule && <RemoveRule rule={rule} onDone={onClose} />}
    >
      <SearchSelect
        {...form.choice('field')}
        label={t`Field`}
        description={rule && t`Of an existing rule the field stays.`}
        options={FIELD_OPTIONS}
        disabled={rule !== undefined}
        required
      />
      <SearchSelect
        {...form.choice('condition')}
        label={t`Condition`}
        options={CONDITIONS.map((value) => ({ value, label: conditions[value] }))}
        required
      />
      <Textarea
        {...form.field('value')}
        label={t`Value/Formula`}
        description={hints[condition]}
        maxLength={1000}
        autosize
        minRows={condition === 'formula' ? 4 : 1}
        maxRows={12}
        classNames={{ input: classes.code }}
        spellCheck={false}
        required
      />
      <TextInput
        {...form.field('error_message')}
        label={t`Error Message`}
        description={t`What the maker of a document reads at the field.`}
        maxLength={300}
        required
      />
    </SideForm>
  )
}

const contentOf = ({ field, condition, value, error_message }: Content): Content => ({
  ...{ field, condition, value, error_message },
})
