import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { reports } from '#contract/reports/reports.ts'
import { appliedFilters, ReportFilters } from '#schemas/reports/filters.ts'
import { Card } from '../../ui/Card.tsx'
import { useActForm } from '../../ui/form/use-act-form.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { FilterFields } from './FilterFields.tsx'
import classes from './reports.module.css'
import { ScheduleForm } from './ScheduleForm.tsx'
import { useIsRunning } from './use-running.ts'
import { useSubmitWords } from './use-submit-words.ts'
import { EMPTY, type Wanted } from './wanted.ts'

/** The filters of a report, which is made at once or scheduled. */
export const RequestCard = () => {
  const { t } = useLingui()
  const [scheduling, setScheduling] = useState(false)
  const running = useIsRunning()
  const form = useActForm(reports.create, {
    initial: EMPTY,
    toInput: ({ filters, format }) => ({ body: { report_type: 'adhoc' as const, filters, format } }),
    ...useSubmitWords(t`Adhoc report requested successfully.`),
  })
  const { filters, format } = form.form.values
  return (
    <Card title={t`Filters`}>
      <form onSubmit={form.submit} noValidate autoComplete="off" aria-label={t`Filters of the report`}>
        <FilterFields form={form} />
        <div className={classes.buttons}>
          <ReasonedButton type="submit" loading={form.busy} why_not={useWhyNot(filters, running)}>
            <Trans>Get Report</Trans>
          </ReasonedButton>
          <Button variant="default" onClick={() => setScheduling(true)}>
            <Trans>Schedule This Report</Trans>
          </Button>
          <Button variant="subtle" onClick={() => form.form.setValues(EMPTY)}>
            <Trans>Clear</Trans>
          </Button>
        </div>
      </form>
      {scheduling && <ScheduleForm filters={filters} format={format} onClose={() => setScheduling(false)} />}
    </Card>
  )
}

/** Why no report can be asked for now; empty where one can. */
const useWhyNot = (filters: Wanted['filters'], running: boolean): string => {
  const { t } = useLingui()
  if (running) return t`A report is being generated. Please wait until it is done.`
  const read = ReportFilters.safeParse(filters)
  // What cannot be read is told at its field.
  const none = read.success && Object.keys(appliedFilters(read.data)).length === 0
  return none ? t`Choose at least one filter.` : ''
}
