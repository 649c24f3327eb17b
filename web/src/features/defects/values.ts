import type { Defect, defects } from '#contract/defects.ts'
import type { DefectCategory, DefectStatus, Severity } from '#domain/defects/words.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import type { useActForm } from '../../ui/form/use-act-form.ts'

/** What the fields of a defect hold, a new one's and an old one's. */
export type Values = {
  defect_description: string
  severity: Severity
  category: DefectCategory
  detected_on: string
  status: DefectStatus
  sprint_number: string
  brd_id: string
  brd_description: string
  tester_comments: string
  tested_by: string
  dev_due_date: string
  assigned_to: string
  closing_date: string
  root_cause: string
  other_root_cause: string
  resolution: string
  comment: string
  screenshot: File | undefined
  file_upload: File | undefined
}

/** As `useActForm` binds them. */
export type DefectForm = Pick<
  ReturnType<typeof useActForm<typeof defects.update, Values>>,
  'form' | 'field' | 'giveUp'
>

const NOTHING_ADDED = { comment: '', screenshot: undefined, file_upload: undefined }

/** A new one begins as specified. */
export const newValues = (now: Date): Values => ({
  ...{ defect_description: '', severity: 'low', category: 'Defect', status: 'new' },
  detected_on: malaysianDate(now),
  ...{ sprint_number: '', brd_id: '', brd_description: '', tester_comments: '', tested_by: '' },
  ...{ dev_due_date: '', assigned_to: '', closing_date: '', root_cause: '', other_root_cause: '' },
  ...{ resolution: '', ...NOTHING_ADDED },
})

export const valuesOf = (defect: Defect): Values => ({
  ...{ defect_description: defect.defect_description, severity: defect.severity, status: defect.status },
  ...{ category: defect.category, detected_on: defect.detected_on, sprint_number: defect.sprint_number },
  ...{ brd_id: defect.brd_id, brd_description: defect.brd_description, resolution: defect.resolution },
  ...{ tester_comments: defect.tester_comments, tested_by: defect.tested_by, root_cause: defect.root_cause },
  ...{ assigned_to: defect.assigned_to, other_root_cause: defect.other_root_cause },
  dev_due_date: defect.dev_due_date ?? '',
  closing_date: defect.closing_date ?? '',
  ...NOTHING_ADDED,
})

/** What a new defect is sent with. */
export const sentAsNew = (values: Values) => {
  const { defect_description, severity, category, detected_on, sprint_number, brd_id, brd_description } =
    values
  const { screenshot, file_upload } = values
  return {
    ...{ defect_description, severity, category, detected_on, sprint_number, brd_id, brd_description },
    ...{ screenshot, file_upload },
  }
}

/**
 * What has to be sent: what differs from the defect as opened, so that nothing a colleague changed is put back. Of who
 * may not change a text its field holds what it held.
 */
export const changesOf = (opened: Defect, typed: Values): Partial<Values> => {
  const seen = Object.entries(valuesOf(opened)) as [keyof Values, Values[keyof Values]][]
  return Object.fromEntries(
    seen.flatMap(([name, value]) => (trimmed(typed[name]) === value ? [] : [[name, typed[name]]])),
  )
}

const trimmed = (value: Values[keyof Values]) => (typeof value === 'string' ? value.trim() : value)
