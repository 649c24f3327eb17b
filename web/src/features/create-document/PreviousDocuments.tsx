import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { documents } from '#contract/documents.ts'
import { formatInstant, malaysianDate } from '#domain/time/dates.ts'
import { q } from '../../api/queries.ts'
import { Card } from '../../ui/Card.tsx'
import { DateText, InstantText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { EmptyPage } from '../../ui/table/EmptyPage.tsx'
import { Pagination } from '../../ui/table/Pagination.tsx'
import type { Column } from '../../ui/table/table.ts'
import { readable } from '../../widgets/status-message/readable.ts'
import classes from './CreateDocumentPage.module.css'
import { PreviousActions } from './PreviousActions.tsx'
import type { Previous } from './previous.ts'

type Props = {
  page: number
  page_size: number
  onPage: (next: { page?: number | undefined; page_size?: number }) => void
}

const PAGE_SIZES = [10, 20, 50]

/** The documents made in this portal, newest first: what became of them, and what their maker may still do. */
export const PreviousDocuments = ({ page, page_size, onPage }: Props) => {
  const { t } = useLingui()
  const { data, error, isFetching, refetch } = useQuery({
    ...q(documents.previous, { query: { page, page_size } }),
    placeholderData: keepPreviousData,
  })
  const columns = useColumns()
  const rows = data?.results
  const count = data?.count ?? 0
  const first = count === 0 ? 0 : (page - 1) * page_size + 1
  const last = Math.min(page * page_size, count)
  return (
    <Card title={t`Previous Documents`}>
      <DataTable
        label={t`Documents, newest first`}
        columns={columns}
        rows={error ? [] : rows}
        keyOf={(row) => row.uuid}
        fetching={isFetching}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyPage {...{ page, page_size, count }} onPage={(last) => onPage({ page: last, page_size })}>
            <EmptyState title={t`Nothing sent yet`}>
              <Trans>Documents that you send for approval appear here.</Trans>
            </EmptyState>
          </EmptyPage>
        }
        card={(row) => <PreviousCard row={row} />}
      />
      {count > 0 && (
        <div className={classes.pages}>
          <Pagination
            page={page}
            page_size={page_size}
            page_sizes={PAGE_SIZES}
            count={count}
            range={
              <Trans>
                {`${first}–${last}`} of {count} documents
              </Trans>
            }
            onPage={(next) => onPage({ page: next, page_size })}
            onPageSize={(size) => onPage({ page_size: size, page: undefined })}
          />
        </div>
      )}
    </Card>
  )
}

const useColumns = (): Column<Previous>[] => {
  const { t } = useLingui()
  return [
    {
      key: 'invoice_number',
      header: t`Invoice Number`,
      cell: (row) => <span className={classes.number}>{row.invoice_number}</span>,
      unsorted: true,
    },
    { key: 'document_type', header: t`Type`, cell: (row) => row.document_type, unsorted: true },
    {
      key: 'created_at',
      header: t`Created At`,
      cell: (row) => <DateText value={malaysianDate(new Date(row.created_at))} />,
      full: (row) => formatInstant(new Date(row.created_at)),
      unsorted: true,
    },
    {
      key: 'status',
      header: t`Status`,
      cell: (row) => <StatusBadge status={row.status} />,
      full: (row) => readable(row),
      unsorted: true,
    },
    {
      key: 'reviewer',
      header: t`Reviewer`,
      cell: (row) => row.approved_by?.email ?? '–',
      full: (row) => row.approved_by?.email ?? '',
      width_max: 180,
      unsorted: true,
    },
    {
      key: 'modified_at',
      header: t`Last Update`,
      cell: (row) => <InstantText value={row.modified_at} />,
      unsorted: true,
    },
    {
      key: 'action',
      header: t`Action`,
      cell: (row) => <PreviousActions row={row} />,
      unsorted: true,
    },
  ]
}

const PreviousCard = ({ row }: { row: Previous }) => (
  <div className={classes.card}>
    <div className={classes.cardHead}>
      <strong className={classes.number}>{row.invoice_number}</strong>
      <StatusBadge status={row.status} />
    </div>
    <span className={classes.quiet}>
      {row.document_type} · <InstantText value={row.modified_at} />
      {row.approved_by && ` · ${row.approved_by.email}`}
    </span>
    <PreviousActions row={row} />
  </div>
)
