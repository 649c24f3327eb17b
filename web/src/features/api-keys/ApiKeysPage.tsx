import { Trans, useLingui } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import { useState } from 'react'
import { type ApiKey, apiKeys, KEY_STATES } from '#contract/people/api-keys.ts'
import { q } from '../../api/queries.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { FilterField } from '../../ui/list/filters.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { useRowForm } from '../../ui/list/use-row-form.tsx'
import { RowCard } from '../../ui/table/RowCard.tsx'
import { useAdminCrumbs } from '../../widgets/admin-crumbs.ts'
import { HistoryLink } from '../../widgets/HistoryLink.tsx'
import { ApiKeyForm } from './ApiKeyForm.tsx'
import { KeyStart, KeyState, useColumns } from './columns.tsx'
import { keysAddress } from './keys-address.ts'
import { KEY_LOOK } from './look.ts'
import { NewKeyDialog } from './NewKeyDialog.tsx'
import { useRevoke } from './use-revoke.tsx'

/** `/admin/api-key-management`: the keys by which programs send documents. */
export const ApiKeysPage = () => {
  const { t } = useLingui()
  const list = useList(keysAddress, ({ page, page_size, name, state }) =>
    q(apiKeys.list, { query: { page, page_size, name, state } }),
  )
  const [made, setMade] = useState<{ name: string; key: string }>()
  const revoke = useRevoke()
  const actions = (row: ApiKey) => (
    <Group gap={4} wrap="nowrap">
      <HistoryLink kind="api_key" id={row.id} name={row.name} />
      {revoke(row)}
    </Group>
  )
  const rows = useRowForm<ApiKey>({
    may: true,
    add_label: t`New API Key`,
    nameOf: (row) => row.name,
    form: (_, onClose) => <ApiKeyForm onMade={setMade} onClose={onClose} />,
  })
  return (
    <ListPage
      title={t`API Key Management`}
      crumbs={useAdminCrumbs()}
      actions={rows.add}
      list={list}
      filters={useFilters()}
      columns={useColumns(actions)}
      keyOf={(row) => row.id}
      card={(row) => (
        <RowCard
          head={row.name}
          aside={<KeyState state={row.state} />}
          quiet={
            <>
              <KeyStart start={row.key_start} /> · {row.sender_entity_name} · {row.store_codes.join(', ')}
            </>
          }
          actions={actions(row)}
        />
      )}
      range={({ first, last, count }) => t`Showing ${first}–${last} of ${count} results`}
      empty={
        <EmptyState title={t`No API keys here yet.`} action={rows.add}>
          <Trans>A key lets a till, a shop or another program send documents by itself.</Trans>
        </EmptyState>
      }
      nothing_found={t`No key matches this filter.`}
    >
      {rows.form}
      {made && <NewKeyDialog made={made} onClose={() => setMade(undefined)} />}
    </ListPage>
  )
}

const useFilters = (): FilterField[] => {
  const { t, i18n } = useLingui()
  const options = KEY_STATES.map((value) => ({ value, label: i18n._(KEY_LOOK[value].word) }))
  return [
    { name: 'name', label: t`Name`, kind: 'text' },
    { name: 'state', label: t`State`, kind: 'choice', all: t`All`, options },
  ]
}
