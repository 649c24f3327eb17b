import { Trans, useLingui } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import { type BroadcastMessage, broadcasts } from '#contract/notifications/messages.ts'
import { shortenText } from '#domain/text/cut.ts'
import { q } from '../../api/queries.ts'
import { Badge } from '../../ui/Badge.tsx'
import { InstantText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { useRowForm } from '../../ui/list/use-row-form.tsx'
import { RowCard } from '../../ui/table/RowCard.tsx'
import { textColumn } from '../../ui/table/table.ts'
import { useFailureToast } from '../../ui/use-failure-toast.ts'
import { useAdminCrumbs } from '../../widgets/admin-crumbs.ts'
import { ActiveButton } from './ActiveButton.tsx'
import { BroadcastForm } from './BroadcastForm.tsx'
import { broadcastsAddress } from './broadcasts-address.ts'

const PREVIEW_CHARS = 50

/** `/admin/broadcast-messages`: what the dashboard tells everybody who signs in. */
export const BroadcastsPage = () => {
  const { t } = useLingui()
  const list = useList(broadcastsAddress, ({ sort_order, page, page_size }) => ({
    ...q(broadcasts.list, { query: { sort_order } }),
    // The specified answer is all of them in one list.
    select: (all: readonly BroadcastMessage[]) => ({
      count: all.length,
      results: all.slice((page - 1) * page_size, page * page_size),
    }),
  }))
  useFailureToast(list.error, t`Failed to fetch messages.`)
  const rows = useRowForm<BroadcastMessage>({
    may: true,
    add_label: t`New Message`,
    nameOf: (row) => row.title,
    form: (row, onClose) => <BroadcastForm message={row} onClose={onClose} />,
  })
  return (
    <ListPage
      title={t`Broadcast Messages`}
      crumbs={useAdminCrumbs()}
      actions={rows.add}
      list={list}
      columns={[
        { ...textColumn('title', t`Title`, 260), unsorted: true },
        { key: 'content', header: t`Content`, cell: preview, full: (row) => row.content, unsorted: true },
        { key: 'created_at', header: t`Created`, cell: (row) => <InstantText value={row.created_at} /> },
        { key: 'state', header: t`Status`, cell: (row) => <State message={row} />, unsorted: true },
        { key: 'switch', header: t`Shown`, cell: (row) => <ActiveButton message={row} />, unsorted: true },
        ...rows.columns,
      ]}
      keyOf={(row) => row.id}
      card={(row) => (
        <RowCard
          head={row.title}
          aside={<State message={row} />}
          quiet={preview(row)}
          actions={
            <Group gap="xs">
              <ActiveButton message={row} />
              {rows.edit(row)}
            </Group>
          }
        />
      )}
      range={({ first, last, count }) => t`Showing ${first}–${last} of ${count} results`}
      empty={
        <EmptyState title={t`No messages yet.`} action={rows.add}>
          <Trans>A message stands on the dashboard of everybody until they dismiss it.</Trans>
        </EmptyState>
      }
    >
      {rows.form}
    </ListPage>
  )
}

const preview = ({ content }: BroadcastMessage) => {
  const line = content.replace(/\s+/g, ' ')
  return shortenText(line, PREVIEW_CHARS)
}

const State = ({ message }: { message: BroadcastMessage }) =>
  message.is_active ? (
    <Badge tone="good" icon={IconCircleCheck} word={<Trans>Active</Trans>} />
  ) : (
    <Badge tone="neutral" icon={IconCircleOff} word={<Trans>Inactive</Trans>} />
  )
