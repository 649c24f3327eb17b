import type { I18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import type { ReportState } from '#contract/reports/reports.ts'

export const isBeingMade = (state: ReportState | undefined) => state === 'waiting' || state === 'running'

type Progress = { rows: number; rows_total: number }

/** "12,000 of 40,000 documents"; how many so far where nobody knows of how many, and nothing before the first. */
export const howFar = ({ rows, rows_total }: Progress, i18n: I18n): string => {
  const [done, all] = [i18n.number(rows), i18n.number(rows_total)]
  if (rows_total > 0) return t`${done} of ${all} documents`
  return rows > 0 ? plural(rows, { one: '# document so far', other: `${done} documents so far` }) : ''
}
