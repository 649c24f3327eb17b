import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconFilter, IconFilterOff, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { SummaryRow } from '#contract/document-rows.ts'
import type { Status } from '#domain/documents/lifecycle.ts'
import { paths } from '../../../paths.ts'
import { usePermissions } from '../../../session/session.ts'
import { whenWanted } from '../../../ui/later/later.ts'
import type { PagedRows } from '../../../ui/list/use-list.ts'
import { type InvoicesSearch, toListQuery } from './invoices-address.ts'
import { ReportButtons } from './ReportButtons.tsx'

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
  const { can_create_invoice, can_approve_invoice } = usePermissions()
  const { status, count: _count, sort_by: _by, sort_order: _order, ...failed } = toListQuery(search)
  const FilterIcon = filters_open ? IconFilterOff : IconFilter
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
      <ReportButtons list={list} />
      {can_create_invoice && (
        <Button component={Link} to={paths.create} leftSection={<IconPlus size={16} aria-hidden />}>
          {t`Create`}
        </Button>
      )}
    </>
  )
}
