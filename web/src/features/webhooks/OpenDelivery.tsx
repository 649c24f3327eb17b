import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Delivery, webhooks } from '#contract/webhooks.ts'
import { q } from '../../api/queries.ts'
import { Sheet } from '../../ui/dialogs/Sheet.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadError } from '../../ui/LoadError.tsx'
import { DeliveryPanel } from './DeliveryPanel.tsx'

type Props = {
  id: string
  webhook_id: string
  /** Where it stands among what was read: a link leads to any. */
  row: Delivery | undefined
  onClose: () => void
}

/** The event that the address calls open. */
export const OpenDelivery = ({ id, webhook_id, row, onClose }: Props) => {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery({
    ...q(webhooks.deliveries, { params: { id: webhook_id }, query: { id } }),
    enabled: !row,
  })
  const delivery = row ?? data?.results[0]
  if (delivery) return <DeliveryPanel webhook_id={webhook_id} delivery={delivery} onClose={onClose} />
  return (
    <Sheet title={t`Event`} onClose={onClose}>
      {data && <EmptyState title={t`There is no such event.`} />}
      {error && (
        <LoadError error={error} title={t`The event could not be loaded.`} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton h={320} aria-busy />}
    </Sheet>
  )
}
