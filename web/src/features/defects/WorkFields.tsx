import { useLingui } from '@lingui/react/macro'
import { Textarea, TextInput } from '@mantine/core'
import { DESCRIPTION_CHARS_MAX } from '#contract/defects.ts'
import { DateField } from '../../ui/DateField.tsx'
import { FieldGrid } from '../../ui/form/FieldGrid.tsx'
import { held, NAME_CHARS_MAX } from './fields.tsx'
import type { DefectForm } from './values.ts'

type Props = { form: DefectForm; readOnly: boolean }

/** Who works on a defect until when, what its cause was and what became of it. */
export const WorkFields = ({ form, readOnly }: Props) => {
  const { t } = useLingui()
  const { dev_due_date, closing_date } = form.form.values
  const line = { maxLength: NAME_CHARS_MAX, ...held(readOnly) }
  const long = { maxLength: DESCRIPTION_CHARS_MAX, autosize: true, minRows: 1, maxRows: 8, ...held(readOnly) }
  return (
    <>
      <FieldGrid>
        <TextInput {...form.field('assigned_to')} {...line} label={t`Assigned To`} />
        <DateField
          {...form.field('dev_due_date')}
          value={dev_due_date}
          label={t`Dev Due Date`}
          {...held(readOnly)}
        />
        <TextInput {...form.field('tested_by')} {...line} label={t`Tested By`} />
        <DateField
          {...form.field('closing_date')}
          value={closing_date}
          label={t`Closing Date`}
          {...held(readOnly)}
        />
      </FieldGrid>
      <Textarea {...form.field('tester_comments')} {...long} label={t`Tester Comments`} />
      <TextInput {...form.field('root_cause')} {...line} label={t`Root Cause`} />
      <Textarea {...form.field('other_root_cause')} {...long} maxLength={1_000} label={t`Other Root Cause`} />
      <Textarea {...form.field('resolution')} {...long} label={t`Resolution`} />
    </>
  )
}
