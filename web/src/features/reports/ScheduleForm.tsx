import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { REPORT_NAME_CHARS_MAX, reports } from '#contract/reports/reports.ts'
import { type Frequency, nextRuns } from '#domain/reports/windows.ts'
import { SideForm } from '../../ui/form/SideForm.tsx'
import { useActForm } from '../../ui/form/use-act-form.ts'
import { Notice } from '../../ui/Notice.tsx'
import { FormatField } from './FormatField.tsx'
import classes from './reports.module.css'
import { useSubmitWords } from './use-submit-words.ts'
import type { Wanted } from './wanted.ts'
import { useFrequencyOptions, useRunWords } from './words.ts'

type Props = Pick<Wanted, 'filters' | 'format'> & { onClose: () => void }

const RUNS_TOLD = 3

/** Schedules a report with the filters that were chosen; each run has days of its own. */
export const ScheduleForm = ({ filters, format, onClose }: Props) => {
  const { t } = useLingui()
  const form = useActForm(reports.create, {
    initial: { frequency: '' as Frequency | '', name: '', format, skip_when_empty: false },
    toInput: ({ frequency, ...wanted }) => ({
      body: {
        ...wanted,
        report_type: 'scheduled' as const,
        frequency: frequency || null,
        filters: ofOwnDays(filters),
      },
    }),
    ...useSubmitWords(t`Scheduled report submitted successfully.`),
    onDone: onClose,
  })
  const { frequency } = form.form.values
  return (
    <SideForm title={t`Schedule This Report`} form={form} save_label={t`Schedule`} onClose={onClose}>
      <NativeSelect
        {...form.field('frequency')}
        label={t`Frequency`}
        data={[{ value: '', label: t`Choose how often` }, ...useFrequencyOptions()]}
        required
        data-autofocus
      />
      {frequency ? (
        <NextRuns frequency={frequency} />
      ) : (
        <p className={classes.quiet}>
          <Trans>
            The filters you chose hold for each run; its days are its own: yesterday, the week before, or the
            month before.
          </Trans>
        </p>
      )}
      <TextInput
        {...form.field('name')}
        label={t`Name`}
        description={t`What it is called in the list and in its mails.`}
        maxLength={REPORT_NAME_CHARS_MAX}
      />
      <FormatField {...form.field('format')} />
      <Switch
        {...form.form.getInputProps('skip_when_empty', { type: 'checkbox' })}
        label={t`Skip when empty`}
        description={t`Where there is nothing to report, no mail is sent; the list says so.`}
      />
    </SideForm>
  )
}

/** Dates that were chosen belong to a report that is made at once. */
const ofOwnDays = (filters: Props['filters']) => ({
  ...filters,
  invoice_date__gte: '',
  invoice_date__lte: '',
})

const NextRuns = ({ frequency }: { frequency: Frequency }) => {
  const words = useRunWords()
  const runs = nextRuns(frequency, new Date(), RUNS_TOLD)
  return (
    <Notice tone="info" title={<Trans>When it is sent, and what it covers</Trans>}>
      <ul className={classes.runs}>
        {runs.map((run) => (
          <li key={run.at.getTime()}>{words(run)}</li>
        ))}
      </ul>
    </Notice>
  )
}
