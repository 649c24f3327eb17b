import { useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import type { AUDIT_ACTIONS, AuditEvent } from '#contract/logs/audit-log.ts'
import { told } from '../../i18n.ts'
import { InstantText } from '../../ui/DateText.tsx'
import { RowCard } from '../../ui/table/RowCard.tsx'
import type { Column } from '../../ui/table/table.ts'
import { useTargetKinds } from '../../widgets/target-kinds.ts'

export const useActions = (): Record<(typeof AUDIT_ACTIONS)[number], string> => {
  const { t } = useLingui()
  return { CREATE: t`Create`, UPDATE: t`Update`, DELETE: t`Delete`, READ: t`Read`, EXPORT: t`Export` }
}

type Opening = { row: AuditEvent; onOpen: () => void }

/** The specified columns, in their order. */
export const useColumns = (onOpen: (row: AuditEvent) => void): Column<AuditEvent>[] => {
  const { t } = useLingui()
  const actions = useActions()
  const targetOf = useTarget()
  const types = useTypes()
  const cut = (key: 'old_value' | 'new_value', header: string) => ({
    ...{ key, header, width_max: 180 },
    cell: (row: AuditEvent) => row[key] || t`N/A`,
    full: (row: AuditEvent) => row[key],
  })
  return [
    {
      ...{ key: 'request_user', header: t`Request User`, width_max: 200 },
      cell: (row) => <Opener row={row} onOpen={() => onOpen(row)} />,
      full: whoOf,
    },
    { key: 'is_admin', header: t`Request User Type`, cell: types },
    { key: 'target', header: t`Updated User`, cell: targetOf, full: targetOf, width_max: 200 },
    { key: 'action', header: t`Action`, cell: (row) => actions[row.action] },
    { key: 'field_name', header: t`Field`, cell: (row) => row.field_name, width_max: 150 },
    cut('old_value', t`Old Value`),
    cut('new_value', t`New Value`),
    { key: 'timestamp', header: t`Timestamp`, cell: (row) => <InstantText value={row.timestamp} /> },
  ]
}

const Opener = ({ row, onOpen }: Opening) => {
  const actions = useActions()
  const targetOf = useTarget()
  return (
    <Anchor
      component="button"
      type="button"
      data-opens
      inherit
      truncate
      maw="100%"
      mih={24}
      aria-label={`${whoOf(row)}: ${actions[row.action]} ${targetOf(row)}`}
      onClick={onOpen}
    >
      {whoOf(row)}
    </Anchor>
  )
}

/** The row on a phone. */
export const EventCard = ({ row, onOpen }: Opening) => {
  const actions = useActions()
  const targetOf = useTarget()
  return (
    <RowCard
      head={<Opener row={row} onOpen={onOpen} />}
      aside={actions[row.action]}
      quiet={
        <>
          {targetOf(row)} · {row.field_name} · <InstantText value={row.timestamp} />
        </>
      }
    />
  )
}

/** Who did it: by e-mail address, or by name where there is none. */
export const whoOf = (row: AuditEvent) => row.request_user_email || row.request_user_name

export const useTypes = () => {
  const { t } = useLingui()
  return (row: AuditEvent) => (row.is_admin ? t`Admin` : t`Non-Admin`)
}

/** What was changed: a person's e-mail address, or kind and name. */
export const useTarget = () => {
  const kindOf = useTargetKinds()
  return (row: AuditEvent) =>
    row.target_user_email || `${kindOf(row.target_kind)} ${nameOf(row) || row.target_id}`
}

/** What a request asked for is words of ours, every other name somebody's own. */
const nameOf = ({ target_kind, target_name }: AuditEvent) =>
  target_kind === 'change_request' ? told(target_name) : target_name
