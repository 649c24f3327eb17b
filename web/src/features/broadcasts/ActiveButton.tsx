import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type BroadcastMessage, broadcasts } from '#contract/notifications/messages.ts'
import { useAct } from '../../ui/acts/use-act.ts'

/** Shows a message from now on, or no longer. */
export const ActiveButton = ({ message: { id, title, is_active } }: { message: BroadcastMessage }) => {
  const { t } = useLingui()
  const { act, busy } = useAct(broadcasts.setActive, {
    done: t`Status updated successfully!`,
    failed: () => t`Failed to update status.`,
    place: 'configured',
  })
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={busy}
      aria-label={is_active ? t`Deactivate ${title}` : t`Activate ${title}`}
      onClick={() => void act({ params: { id }, body: { is_active: !is_active } })}
    >
      {is_active ? t`Deactivate` : t`Activate`}
    </Button>
  )
}
