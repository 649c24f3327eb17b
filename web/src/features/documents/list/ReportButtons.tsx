import { useLingui } from '@lingui/react/macro'
import { IconFileTypeCsv, IconFileTypeXls } from '@tabler/icons-react'
import type { SummaryRow } from '#contract/document-rows.ts'
import { documents } from '#contract/documents.ts'
import { usePermissions } from '../../../session/session.ts'
import { DownloadButton } from '../../../ui/acts/DownloadButton.tsx'
import { hasFilter } from '../../../ui/list/list-address.ts'
import type { PagedRows } from '../../../ui/list/use-list.ts'
import { type InvoicesSearch, toListQuery } from './invoices-address.ts'
import { isLarge, useLargeReport } from './use-large-report.tsx'

type Props = {
  list: Pick<PagedRows<SummaryRow, InvoicesSearch>, 'search' | 'count' | 'uncounted' | 'fetching'>
}

/** All that the filters leave as a file: at once, or, of many, among the reports. */
export const ReportButtons = ({ list: { search, count, uncounted = false, fetching } }: Props) => {
  const { t } = useLingui()
  const { can_export_csv, can_view_all } = usePermissions()
  const {
    sort_by: _by,
    sort_order: _order,
    page: _page,
    page_size: _size,
    count: _count,
    ...filters
  } = toListQuery(search)
  const [csv, excel] = [t`CSV Report`, t`Excel Report`]
  const large_csv = useLargeReport(csv, { format: 'csv', filters })
  const large_excel = useLargeReport(excel, { format: 'xlsx', filters })
  const is_large = isLarge({ count, uncounted, fetching })
  const refusal = can_export_csv || can_view_all ? '' : t`You need the permission can_export_csv.`
  const report = {
    input: { query: filters },
    why_not: refusal || (hasFilter(search) ? '' : t`At least 1 filter must be selected`),
  }
  return (
    <>
      <DownloadButton
        label={csv}
        icon={IconFileTypeCsv}
        endpoint={documents.report}
        instead={is_large ? large_csv : undefined}
        {...report}
      />
      <DownloadButton
        label={excel}
        icon={IconFileTypeXls}
        endpoint={documents.workbook}
        instead={is_large ? large_excel : undefined}
        {...report}
      />
    </>
  )
}
