import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type AuditEvent, auditLog } from '#contract/logs/audit-log.ts'
import { q } from '../../api/queries.ts'
import { Sheet } from '../../ui/dialogs/Sheet.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadError } from '../../ui/LoadError.tsx'
import { EventPanel } from './EventPanel.tsx'

type Props = {
  id: string
  /** Whose history the log is. */
  target: string | undefined
  /** Where it stands among what was read: a link leads to any. */
  row: AuditEvent | undefined
  onClose: () => void
}

/** The change that the address calls open. */
export const OpenEvent = ({ id, target, row, onClose }: Props) => {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery({
    ...q(auditLog.list, { query: { id, target } }),
    enabled: !row,
    // Each reading of the log is told in it.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const event = row ?? data?.results[0]
  if (event) return <EventPanel event={event} onClose={onClose} />
  return (
    <Sheet title={t`Change`} onClose={onClose}>
      {data && <EmptyState title={t`The log has no such change.`} />}
      {error && (
        <LoadError error={error} title={t`The change could not be loaded.`} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton h={320} aria-busy />}
    </Sheet>
  )
}
