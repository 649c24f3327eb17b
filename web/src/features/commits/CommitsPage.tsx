import { Trans, useLingui } from '@lingui/react/macro'
import { commits } from '#contract/logs/commits.ts'
import { q } from '../../api/queries.ts'
import { InstantText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useLog } from '../../ui/list/use-log.ts'
import { RowCard } from '../../ui/table/RowCard.tsx'
import { useAdminCrumbs } from '../../widgets/admin-crumbs.ts'
import { CommitLink, LeftOut, useColumns } from './columns.tsx'
import { commitsAddress } from './commits-address.ts'

/** `/admin/master-code-logs`: what was changed in the code of the portal. */
export const CommitsPage = () => {
  const { t } = useLingui()
  const list = useLog({
    address: commitsAddress,
    ask: (_, after) => q(commits.list, { query: { after } }),
    failed: t`Failed to fetch commit logs. Please try again later.`,
  })
  return (
    <ListPage
      title={t`Master Code Logs`}
      crumbs={useAdminCrumbs()}
      list={list}
      columns={useColumns()}
      keyOf={(row) => row.id}
      card={(row) => (
        <RowCard
          head={row.author_name || t`Unknown`}
          aside={<CommitLink commit={row} />}
          quiet={
            <>
              <InstantText value={row.timestamp} /> ·{' '}
              <Trans>
                {row.added_files.length} added, {row.removed_files.length} removed,{' '}
                {row.modified_files.length} modified
              </Trans>
              <LeftOut commit={row} />
            </>
          }
        />
      )}
      empty={
        <EmptyState title={t`No commits here yet.`}>
          <Trans>
            They come with the pushes of GitHub or GitLab, once Application Settings hold the secret of the
            webhook (its addresses stand there), and from the checkout in which the server runs.
          </Trans>
        </EmptyState>
      }
    />
  )
}
