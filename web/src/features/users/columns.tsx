import { useLingui } from '@lingui/react/macro'
import type { UserRow } from '#contract/people/users.ts'
import { displayName } from '#domain/access/caller.ts'
import { LookBadge } from '../../ui/Badge.tsx'
import { Beneath } from '../../ui/table/Beneath.tsx'
import { dayOf } from '../../ui/table/day.tsx'
import { type Column, textColumn } from '../../ui/table/table.ts'
import { ORIGIN_WORDS, STATE_LOOK, TYPE_WORDS } from './look.ts'
import classes from './users.module.css'

type Open = (row: UserRow) => void

export const useColumns = (onOpen: Open): Column<UserRow>[] => {
  const { t, i18n } = useLingui()
  const originOf = (row: UserRow) => i18n._(ORIGIN_WORDS[row.origin])
  /** Superadmins reach all, whatever is assigned to them. */
  const reach = (row: UserRow, names: readonly string[]) =>
    row.access_type === 'superadmin' ? [t`All`] : names
  return [
    {
      key: 'name',
      header: t`Name`,
      cell: (row) => (
        <>
          <NameButton row={row} onOpen={onOpen} />
          <Beneath narrow>{row.username}</Beneath>
        </>
      ),
      full: displayName,
      width_max: 180,
    },
    { ...textColumn('username', t`Username`, 120), roomy: true },
    textColumn('email', t`Email`, 190),
    {
      key: 'access_type',
      header: t`Access Type`,
      cell: (row) => (
        <>
          {i18n._(TYPE_WORDS[row.access_type])}
          <Beneath narrow>{originOf(row)}</Beneath>
        </>
      ),
    },
    { key: 'origin', header: t`Origin`, cell: originOf, unsorted: true, roomy: true },
    listColumn('groups', t`Groups`, (row) => row.groups.map(({ name }) => name)),
    listColumn('sender_entities', t`Companies`, (row) =>
      reach(
        row,
        row.sender_entities.map(({ name }) => name),
      ),
    ),
    listColumn('store_codes', t`Departments`, (row) =>
      reach(
        row,
        row.store_codes.map(({ code }) => code),
      ),
    ),
    { key: 'state', header: t`State`, cell: (row) => <UserState state={row.state} /> },
    { key: 'last_login_at', header: t`Last Login`, ...dayOf((row) => row.last_login_at) },
  ]
}

const LIST_WIDTH_PX = 144

const listColumn = (
  key: string,
  header: string,
  namesOf: (row: UserRow) => readonly string[],
): Column<UserRow> => ({
  key,
  header,
  cell: (row) => namesOf(row).join(', ') || '–',
  full: (row) => namesOf(row).join(', '),
  width_max: LIST_WIDTH_PX,
  unsorted: true,
})

/** Opens what is known of a person. */
export const NameButton = ({ row, onOpen }: { row: UserRow; onOpen: Open }) => (
  <button type="button" data-opens className={classes.name} onClick={() => onOpen(row)}>
    {displayName(row)}
  </button>
)

export const UserState = ({ state }: Pick<UserRow, 'state'>) => <LookBadge {...STATE_LOOK[state]} />
