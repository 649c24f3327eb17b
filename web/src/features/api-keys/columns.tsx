import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ApiKey } from '#contract/people/api-keys.ts'
import { LookBadge } from '../../ui/Badge.tsx'
import { DateText, InstantText } from '../../ui/DateText.tsx'
import { Beneath } from '../../ui/table/Beneath.tsx'
import { type Column, textColumn } from '../../ui/table/table.ts'
import { KEY_LOOK, KEY_RIGHTS } from './look.ts'

export const useColumns = (actions: (row: ApiKey) => ReactNode): Column<ApiKey>[] => {
  const { t } = useLingui()
  const rightsOf = useRights()
  const storesOf = (row: ApiKey) => row.store_codes.join(', ')
  return [
    {
      key: 'name',
      header: t`Name`,
      cell: ({ name, created_by }) => (
        <>
          {name}
          <Beneath narrow>{t`by ${created_by}`}</Beneath>
        </>
      ),
      full: (row) => row.name,
      width_max: 200,
    },
    { key: 'key_start', header: t`Key`, cell: (row) => <KeyStart start={row.key_start} /> },
    {
      key: 'sender_entity_name',
      header: t`Company`,
      cell: (row) => (
        <>
          {row.sender_entity_name}
          <Beneath narrow>{storesOf(row)}</Beneath>
        </>
      ),
      full: (row) => `${row.sender_entity_name} · ${storesOf(row)}`,
      width_max: 180,
    },
    {
      key: 'store_codes',
      header: t`Departments`,
      cell: storesOf,
      full: storesOf,
      width_max: 140,
      roomy: true,
    },
    { key: 'flags', header: t`May`, cell: rightsOf, full: rightsOf, width_max: 160 },
    { ...textColumn('created_by', t`Created by`, 140), roomy: true },
    { key: 'expires_on', header: t`Works until`, cell: (row) => <DateText value={row.expires_on} /> },
    { key: 'last_used_at', header: t`Last use`, cell: (row) => <InstantText value={row.last_used_at} /> },
    { key: 'state', header: t`State`, cell: (row) => <KeyState state={row.state} /> },
    { key: 'action', header: t`Action`, cell: actions, acts: true, pinned_at: 0, width: 180 },
  ]
}

/** What a key may do; flags that open nothing to a key are none of it. */
const useRights = () => {
  const { i18n } = useLingui()
  return ({ flags }: ApiKey) =>
    KEY_RIGHTS.filter(({ flag }) => flags.includes(flag))
      .map(({ word }) => i18n._(word))
      .join(', ') || '–'
}

/** How a key begins, by which its holder knows it again. */
export const KeyStart = ({ start }: { start: string }) =>
  start ? <span className="figures">{start}…</span> : <span>–</span>

export const KeyState = ({ state }: Pick<ApiKey, 'state'>) => <LookBadge {...KEY_LOOK[state]} />
