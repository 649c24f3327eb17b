import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconFileTypeCsv, IconFileTypeXls, IconFilter, IconFilterOff, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { SummaryRow } from '#contract/document-rows.ts'
import { documents } from '#contract/documents.ts'
import type { Status } from '#domain/documents/lifecycle.ts'
import { paths } from '../../../paths.ts'
import { usePermissions } from '../../../session/session.ts'
import { DownloadButton } from '../../../ui/acts/DownloadButton.tsx'
import { whenWanted } from '../../../ui/later/later.ts'
import { hasFilter } from '../../../ui/list/list-address.ts'
import type { PagedRows } from '../../../ui/list/use-list.ts'
import { type InvoicesSearch, toListQuery } from './invoices-address.ts'

type Props = {
  list: Pick<PagedRows<SummaryRow, InvoicesSearch>, 'search' | 'count' | 'uncounted' | 'fetching'>
  filters_open: boolean
  onFilters: () => void
}

/** What the tab asks for, and a filter by this status. */
const FAILED: Status = 'Submission Failed'

/** Few see it. */
const RetryAll = whenWanted(async () => (await import('./RetryAll.tsx')).RetryAll)

/** Retry all that failed, show or hide the filters, export all that match them, and make a new document. */
export const Actions = ({ list, filters_open, onFilters }: Props) => {
  const { t } = useLingui()
  const { search, count = 0, uncounted = false, fetching } = list
  const { can_export_csv, can_view_all, can_create_invoice, can_approve_invoice } = usePermissions()
  const { sort_by: _by, sort_order: _order, ...query } = toListQuery(search)
  const { status, count: _count, ...failed } = query
  const FilterIcon = filters_open ? IconFilterOff : IconFilter
  const refusal = can_export_csv || can_view_all ? '' : t`You need the permission can_export_csv.`
  const report = {
    input: { query },
    why_not: refusal || (hasFilter(search) ? '' : t`At least 1 filter must be selected`),
  }
  return (
    <>
      {can_approve_invoice && status === FAILED && (
        <Suspense>
          <RetryAll filters={failed} count={count} uncounted={uncounted} fetching={fetching} />
        </Suspense>
      )}
      <Button
        variant="default"
        aria-expanded={filters_open}
        leftSection={<FilterIcon size={16} aria-hidden />}
        onClick={onFilters}
      >
        {filters_open ? t`Hide Filters` : t`Show Filters`}
      </Button>
      <DownloadButton label={t`CSV Report`} icon={IconFileTypeCsv} endpoint={documents.report} {...report} />
      <DownloadButton
        label={t`Excel Report`}
        icon={IconFileTypeXls}
        endpoint={documents.workbook}
        {...report}
      />
      {can_create_invoice && (
        <Button component={Link} to={paths.create} leftSection={<IconPlus size={16} aria-hidden />}>
          {t`Create`}
        </Button>
      )}
    </>
  )
}
