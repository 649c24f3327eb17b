import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { documents } from '#contract/documents.ts'
import { formatMoney } from '#domain/money/format.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { q } from '../../api/queries.ts'
import { formatDate } from '../../dates.ts'
import { paths } from '../../paths.ts'
import { useViews } from '../../session/session.ts'
import { Card } from '../../ui/Card.tsx'
import { InstantText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { List } from '../../ui/list/List.tsx'
import { SearchBox } from '../../ui/list/SearchBox.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { ViewsMenu } from '../../ui/list/views/ViewsMenu.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Beneath } from '../../ui/table/Beneath.tsx'
import { dayOf } from '../../ui/table/day.tsx'
import type { Column } from '../../ui/table/table.ts'
import { readable, readableLines, splitQuoted } from '../../widgets/status-message/readable.ts'
import classes from './CreateDocumentPage.module.css'
import { PreviousActions } from './PreviousActions.tsx'
import type { Previous } from './previous.ts'
import { previousAddress } from './previous-address.ts'

/** The documents made in this portal, newest first: what became of them, and what may still be done with them. */
export const PreviousDocuments = () => {
  const { t } = useLingui()
  const list = useList(previousAddress, (query) => q(documents.previous, { query }))
  return (
    <Card title={t`Previous Documents`} aside={list.views && <ViewsMenu of={list.views} list={list} />}>
      <div className={classes.search}>
        <SearchBox list={list} label={t`Search by number, buyer or UUID`} />
      </div>
      <List
        list={list}
        label={t`Documents, newest first`}
        columns={useColumns()}
        keyOf={(row) => row.uuid}
        card={(row) => <PreviousCard row={row} />}
        range={({ first, last, count, uncounted }) =>
          uncounted
            ? t`${first}–${last} of more than ${count} documents`
            : t`${first}–${last} of ${count} documents`
        }
        nothing_found={t`No document matches these filters. Self-billed documents are not found by their supplier.`}
        empty={
          <EmptyState title={t`Nothing sent yet`}>
            <Trans>Documents that you send for approval appear here.</Trans>
          </EmptyState>
        }
      />
    </Card>
  )
}

const UPDATED = dayOf<Previous>((row) => row.modified_at)
const madeOn = (row: Previous) => formatDate(malaysianDate(new Date(row.created_at)))

const useColumns = (): Column<Previous>[] => {
  const { t } = useLingui()
  return [
    {
      key: 'invoice_number',
      header: t`Invoice Number`,
      cell: (row) => (
        <>
          <DocumentNumber row={row} />
          <Beneath>{row.other_party}</Beneath>
        </>
      ),
      full: (row) => `${row.invoice_number} · ${row.other_party}`,
      width_max: 128,
    },
    {
      key: 'document_type',
      header: t`Type`,
      cell: (row) => (
        <>
          <span className={classes.type}>{row.document_type}</span>
          <Beneath>{formatMoney(row.invoice_currency, row.total_payable_amount)}</Beneath>
        </>
      ),
      full: (row) => row.document_type,
    },
    { key: 'created_at', header: t`Created At`, ...dayOf((row) => row.created_at), roomy: true },
    {
      key: 'status',
      header: t`Status`,
      cell: (row) => (
        <>
          <StatusBadge status={row.status} />
          {row.approved_by && <Beneath narrow="last">{row.approved_by.email}</Beneath>}
          <Reason row={row} />
        </>
      ),
      full: (row) => readable(row),
      width_max: 148,
    },
    {
      key: 'reviewer',
      header: t`Reviewer`,
      cell: (row) => row.approved_by?.email ?? '–',
      full: (row) => row.approved_by?.email ?? '',
      width_max: 112,
      roomy: 'last',
    },
    {
      key: 'modified_at',
      header: t`Last Update`,
      cell: (row) => (
        <>
          {UPDATED.cell(row)}
          <Beneath narrow>{t`created ${madeOn(row)}`}</Beneath>
        </>
      ),
      full: UPDATED.full,
    },
    {
      key: 'action',
      header: t`Action`,
      cell: (row) => <PreviousActions row={row} />,
      acts: true,
      pinned_at: 0,
      width: 124,
    },
  ]
}

const PreviousCard = ({ row }: { row: Previous }) => (
  <div className={classes.card}>
    <div className={classes.cardHead}>
      <DocumentNumber row={row} />
      <StatusBadge status={row.status} />
    </div>
    <Reason row={row} />
    <span>
      {row.other_party} ·{' '}
      <span className={classes.number}>{formatMoney(row.invoice_currency, row.total_payable_amount)}</span>
    </span>
    <span className={classes.quiet}>
      {row.document_type} · <InstantText value={row.modified_at} />
      {row.approved_by && ` · ${row.approved_by.email}`}
    </span>
    <PreviousActions row={row} />
  </div>
)

/** Leads to the details, for whoever may see the list of documents. */
const DocumentNumber = ({ row: { uuid, invoice_number } }: { row: Previous }) =>
  useViews() ? (
    <Link to={paths.invoices} search={{ open: uuid }} className={`${classes.name} ${classes.number}`}>
      {invoice_number}
    </Link>
  ) : (
    <strong className={classes.number}>{invoice_number}</strong>
  )

const REFUSED: readonly Previous['status'][] = ['Approval Rejected', 'Submission Failed', 'Invalid']

/** Why a document came back, in one line; all of it stands in its form and its details. */
const Reason = ({ row }: { row: Previous }) => {
  const [first] = REFUSED.includes(row.status) ? readableLines(row) : []
  const line = first && splitQuoted(first.words).said.split('\n')[0]
  return line ? <small className={classes.reason}>{line}</small> : null
}
