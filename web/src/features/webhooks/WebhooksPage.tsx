import { Trans, useLingui } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import { useState } from 'react'
import { type Webhook, webhooks } from '#contract/webhooks.ts'
import { q } from '../../api/queries.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { useRowForm } from '../../ui/list/use-row-form.tsx'
import { RowCard } from '../../ui/table/RowCard.tsx'
import { useAdminCrumbs } from '../../widgets/admin-crumbs.ts'
import { useColumns, WebhookLink } from './columns.tsx'
import { hostOf, WebhookState } from './look.tsx'
import { type NewSecret, SecretDialog } from './SecretDialog.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import { webhooksAddress } from './webhooks-address.ts'

/** `/admin/webhooks`: which programs are told what becomes of documents. */
export const WebhooksPage = () => {
  const { t } = useLingui()
  const list = useList(webhooksAddress, ({ page, page_size, search }) =>
    q(webhooks.list, { query: { page, page_size, search } }),
  )
  const [made, setMade] = useState<NewSecret>()
  const rows = useRowForm<Webhook>({
    may: true,
    add_label: t`New Webhook`,
    nameOf: (row) => row.description || hostOf(row),
    form: (row, onClose) => <WebhookForm webhook={row} onMade={setMade} onClose={onClose} />,
  })
  return (
    <ListPage
      title={t`Webhooks`}
      crumbs={useAdminCrumbs()}
      actions={rows.add}
      list={list}
      filters={[{ name: 'search', label: t`Address or description`, kind: 'text' }]}
      columns={[...useColumns(), ...rows.columns]}
      keyOf={(row) => row.id}
      card={(row) => (
        <RowCard
          head={<WebhookLink webhook={row} />}
          aside={<WebhookState state={row.state} />}
          quiet={[row.description, row.sender_entity_name, row.api_key_name].filter(Boolean).join(' · ')}
          actions={<Group gap={4}>{rows.edit(row)}</Group>}
        />
      )}
      range={({ first, last, count }) => t`Showing ${first}–${last} of ${count} results`}
      empty={
        <EmptyState title={t`No webhooks here yet.`} action={rows.add}>
          <Trans>
            A webhook tells a shop, a ledger or another program at once what becomes of documents.
          </Trans>
        </EmptyState>
      }
      nothing_found={t`No webhook matches this search.`}
    >
      {rows.form}
      {made && <SecretDialog made={made} onClose={() => setMade(undefined)} />}
    </ListPage>
  )
}
