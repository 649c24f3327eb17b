import { useLingui } from '@lingui/react/macro'
import { Textarea, TextInput } from '@mantine/core'
import type { rules, SavedRule } from '#contract/shaping/rules.ts'
import { CONDITIONS } from '#domain/rules/rule.ts'
import { fieldOf } from '#domain/shaping/fields.ts'
import type { useActForm } from '../../ui/form/use-act-form.ts'
import { fieldOptions } from '../../widgets/field-options.ts'
import { SearchSelect } from '../../widgets/search-select/SearchSelect.tsx'
import { FormulaField } from './builder/FormulaField.tsx'
import type { Draft } from './content.ts'
import classes from './rules.module.css'
import { useConditions, useValueHints } from './words.ts'

type Form = ReturnType<typeof useActForm<typeof rules.create, Draft>>

/** What a rule says: of which field, what, and in which words it refuses. */
export const RuleFields = ({ rule, form }: { rule: SavedRule | undefined; form: Form }) => {
  const { t } = useLingui()
  const conditions = useConditions()
  const hints = useValueHints()
  const { condition, field } = form.form.values
  const about = fieldOf(field)?.part === 'items' ? 'line' : 'document'
  const { error, onChange } = form.field('value')
  return (
    <>
      <SearchSelect
        {...form.choice('field')}
        label={t`Field`}
        description={rule && t`Of an existing rule the field stays.`}
        options={fieldOptions()}
        disabled={rule !== undefined}
        required
      />
      <SearchSelect
        {...form.choice('condition')}
        label={t`Condition`}
        options={CONDITIONS.map((value) => ({ value, label: conditions[value] }))}
        required
      />
      {condition === 'formula' ? (
        <FormulaField
          key={about}
          about={about}
          value={form.form.values.value}
          error={error}
          hint={hints.formula}
          onChange={onChange}
        />
      ) : (
        <Textarea
          {...form.field('value')}
          label={t`Value/Formula`}
          description={hints[condition]}
          autosize
          maxRows={12}
          classNames={{ input: classes.code }}
          spellCheck={false}
          required
        />
      )}
      <TextInput
        {...form.field('error_message')}
        label={t`Error Message`}
        description={t`What the maker of a document reads at the field.`}
        required
      />
    </>
  )
}
