import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type Mail, mails } from '#contract/installation/mails.ts'
import { q } from '../../api/queries.ts'
import { InstantText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { queryOf } from '../../ui/list/list-address.ts'
import { useList } from '../../ui/list/use-list.ts'
import { Notice } from '../../ui/Notice.tsx'
import { RowCard } from '../../ui/table/RowCard.tsx'
import { type Column, textColumn } from '../../ui/table/table.ts'
import { useAdminCrumbs } from '../../widgets/admin-crumbs.ts'
import { TestMailButton } from '../../widgets/TestMailButton.tsx'
import { MailPanel } from './MailPanel.tsx'
import classes from './mails.module.css'
import { mailsAddress } from './mails-address.ts'
import { UnsentMails } from './UnsentMails.tsx'

/** `/admin/mails`: what was written to people while there is no mail server, and what one did not take. */
export const MailsPage = () => {
  const { t } = useLingui()
  const list = useList(mailsAddress, (query) => q(mails.list, { query }))
  // The same call as the list's; asked once.
  const { data } = useQuery(q(mails.list, { query: queryOf(mailsAddress, list.search) }))
  const open = ({ id }: Mail) => list.set({ open: id })
  return (
    <ListPage
      title={t`Mails`}
      crumbs={useAdminCrumbs()}
      list={list}
      actions={<TestMailButton />}
      above={<Above is_folder={!!list.count} />}
      columns={useColumns(open)}
      keyOf={(row) => row.id}
      onRow={open}
      card={(row) => (
        <RowCard
          head={<Subject row={row} onOpen={open} />}
          quiet={
            <>
              <InstantText value={row.at} /> · {row.to}
            </>
          }
        />
      )}
      range={({ first, last, count }) => t`Showing ${first}–${last} of ${count} results`}
      empty={
        data?.sent ? (
          <EmptyState title={t`Mails are sent.`}>
            <Trans>A mail server is set up; only what it did not take would be told here.</Trans>
          </EmptyState>
        ) : (
          <EmptyState title={t`No mails here yet.`}>
            <Trans>Without a mail server (SMTP_URL) mails are kept here, the newest thousand of them.</Trans>
          </EmptyState>
        )
      }
    >
      {list.search.open && (
        <MailPanel
          key={list.search.open}
          id={list.search.open}
          onClose={() => list.set({ open: undefined })}
        />
      )}
    </ListPage>
  )
}

const Above = ({ is_folder }: { is_folder: boolean }) => (
  <>
    <UnsentMails />
    {is_folder && (
      <Notice tone="info" title={<Trans>No mail server is set up, so mails stay here.</Trans>}>
        <Trans>
          A link in a mail is personal: whoever opens it acts as the person to whom it was written. Hand it on
          to nobody else. With SMTP_URL mails are sent instead.
        </Trans>
      </Notice>
    )}
  </>
)

const useColumns = (onOpen: (row: Mail) => void): Column<Mail>[] => {
  const { t } = useLingui()
  return [
    { key: 'at', header: t`Date`, cell: (row) => <InstantText value={row.at} /> },
    textColumn('to', t`To`, 280),
    { key: 'subject', header: t`Subject`, cell: (row) => <Subject row={row} onOpen={onOpen} /> },
  ]
}

const Subject = ({ row, onOpen }: { row: Mail; onOpen: (row: Mail) => void }) => (
  <button
    type="button"
    data-opens
    className={classes.subject}
    onClick={(event) => {
      event.stopPropagation()
      onOpen(row)
    }}
  >
    {row.subject || <Trans>Without a subject</Trans>}
  </button>
)
