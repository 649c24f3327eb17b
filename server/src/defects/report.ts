import type { Defect } from '#contract/defects.ts'
import type { CsvColumn } from '#domain/text/csv.ts'
import { malaysianDate, malaysianTime } from '#domain/time/dates.ts'
import type { Db } from '../platform/db/database.ts'
import type { Download } from '../platform/http/route.ts'
import { workbookReply } from '../platform/lists/workbook-reply.ts'
import { toAnswer } from './answer.ts'
import { type Filters, matching } from './list.ts'
import { LISTED_COMMENTS, selected } from './rows.ts'

/** The defects that match as a workbook, the newest first. */
export const reportDefects = (
  { db, public_url }: { db: Db; public_url: string },
  filters: Filters,
): Download =>
  workbookReply<Row>({
    filename: 'defect_report.xlsx',
    sheet: 'Defects',
    columns: COLUMNS,
    next: async (after, limit) => {
      let rows = matching(db, filters).select(selected(LISTED_COMMENTS)).orderBy('nr', 'desc').limit(limit)
      if (after) rows = rows.where('nr', '<', after.nr)
      return (await rows.execute()).map((row) => ({ ...toAnswer(public_url, row), nr: row.nr }))
    },
  })

type Row = Defect & { nr: string }

const COLUMNS: readonly CsvColumn<Row>[] = [
  ['Defect Number', (row) => row.defect_number],
  ['Description', (row) => row.defect_description],
  ['Severity', (row) => row.severity],
  ['Category', (row) => row.category],
  ['Status', (row) => row.status],
  ['Detected On', (row) => row.detected_on, 'date'],
  ['Sprint Number', (row) => row.sprint_number],
  ['BRD ID', (row) => row.brd_id],
  ['BRD Description', (row) => row.brd_description],
  ['Assigned To', (row) => row.assigned_to],
  ['Dev Due Date', (row) => row.dev_due_date ?? '', 'date'],
  ['Tested By', (row) => row.tested_by],
  ['Tester Comments', (row) => row.tester_comments],
  ['Root Cause', (row) => row.root_cause],
  ['Other Root Cause', (row) => row.other_root_cause],
  ['Resolution', (row) => row.resolution],
  ['Closing Date', (row) => row.closing_date ?? '', 'date'],
  ['Last Comment', (row) => row.last_comment],
  ['Files', (row) => row.files.map(({ name }) => name).join(', ')],
  ['Created By', (row) => row.created_by_name],
  ['Created At (MYT)', ({ created_at }) => inMalaysia(created_at)],
  ['Updated At (MYT)', ({ updated_at }) => inMalaysia(updated_at)],
]

const inMalaysia = (instant: string) => {
  const at = new Date(instant)
  return `${malaysianDate(at)} ${malaysianTime(at)}`
}
