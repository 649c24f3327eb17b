import { useLingui } from '@lingui/react/macro'
import type { SavedRule } from '#contract/shaping/rules.ts'
import { type Column, textColumn } from '../../ui/table/table.ts'
import { fieldLabel } from '../../widgets/field-options.ts'
import { RuleMarks } from './RuleMarks.tsx'
import classes from './rules.module.css'
import { useConditions } from './words.ts'

/** `askedBy`: who asked for a change of a rule that waits. */
export const useColumns = (askedBy: (id: string) => string | undefined): Column<SavedRule>[] => {
  const { t } = useLingui()
  const conditions = useConditions()
  return [
    {
      key: 'field',
      header: t`Field`,
      cell: (row) => (
        <span className={classes.named}>
          {fieldLabel(row.field)} <RuleMarks rule={row} asked_by={askedBy(row.id)} />
        </span>
      ),
      full: (row) => row.field,
      width_max: 240,
    },
    { key: 'condition', header: t`Condition`, cell: (row) => conditions[row.condition] },
    textColumn('value', t`Value/Formula`, 360),
    textColumn('error_message', t`Error Message`, 320),
  ]
}
