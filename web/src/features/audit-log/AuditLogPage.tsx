import { useLingui } from '@lingui/react/macro'
import { AUDIT_ACTIONS, auditLog, TARGET_KINDS } from '#contract/logs/audit-log.ts'
import { q } from '../../api/queries.ts'
import { DownloadButton } from '../../ui/acts/DownloadButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { filtersOf } from '../../ui/list/list-address.ts'
import { useLog } from '../../ui/list/use-log.ts'
import { LogPage } from '../../widgets/LogPage.tsx'
import { useLogWords } from '../../widgets/log-words.ts'
import { useTargetKinds } from '../../widgets/target-kinds.ts'
import { auditLogAddress } from './audit-log-address.ts'
import { EventCard, useActions, useColumns } from './columns.tsx'
import { HistoryNote } from './HistoryNote.tsx'
import { OpenEvent } from './OpenEvent.tsx'

const RIGHTS = { All: '', Admin: 'True', NonAdmin: 'False' } as const

/** A document's changes are its history, found by the document alone. */
const KINDS = TARGET_KINDS.filter((kind) => kind !== 'document')

/** `/admin/user-audit-logs`: who changed what, from what to what. */
export const AuditLogPage = () => {
  const { t } = useLingui()
  const { failed } = useLogWords()
  const actions = useActions()
  const wordOf = useTargetKinds()
  const list = useLog({
    address: auditLogAddress,
    ask: (filters, after, { tab = 'All' }) =>
      q(auditLog.list, { query: { ...filters, is_admin: RIGHTS[tab], after } }),
    failed,
  })
  const { open, target, tab = 'All' } = list.search
  const query = { ...filtersOf(list.search), is_admin: RIGHTS[tab] }
  return (
    <LogPage
      title={t`User Audit Logs`}
      csv={{ label: t`Download CSV`, endpoint: auditLog.report, input: { query } }}
      more_files={<DownloadButton label={t`Download JSONL`} endpoint={auditLog.sealed} input={{ query }} />}
      list={list}
      tabs={{ All: t`All`, Admin: t`Admin`, NonAdmin: t`Non-Admin` }}
      filters={[
        {
          name: 'action',
          label: t`Action`,
          kind: 'choice',
          all: t`All`,
          options: AUDIT_ACTIONS.map((value) => ({ value, label: actions[value] })),
        },
        { name: 'request_user', label: t`Request User`, kind: 'text' },
        { name: 'target_user', label: t`Target User`, kind: 'text' },
        {
          name: 'target_kind',
          label: t`What was changed`,
          kind: 'choice',
          all: t`All`,
          options: KINDS.map((value) => ({ value, label: wordOf(value) })),
        },
        { name: 'field', label: t`Field`, kind: 'text' },
      ]}
      above={
        target && (
          <HistoryNote target={target} rows={list.rows} onAll={() => list.first({ target: undefined })} />
        )
      }
      columns={useColumns((row) => list.set({ open: row.id }))}
      keyOf={(row) => row.id}
      onRow={(row) => list.set({ open: row.id })}
      isOpen={(row) => row.id === open}
      card={(row) => <EventCard row={row} onOpen={() => list.set({ open: row.id })} />}
      empty={<EmptyState title={t`Nothing has been changed yet.`} />}
      nothing_found={t`No change matches these filters.`}
    >
      {open && list.rows && (
        <OpenEvent
          key={open}
          id={open}
          target={target}
          row={list.rows.find(({ id }) => id === open)}
          onClose={() => list.set({ open: undefined })}
        />
      )}
    </LogPage>
  )
}
