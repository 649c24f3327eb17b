import { Trans } from '@lingui/react/macro'
import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  opened: boolean
  title: string
  /** Says exactly what will happen to which document. */
  children: ReactNode
  confirm_label: string
  /** The way out, where 'Cancel' would be the name of the act itself. */
  dismiss_label?: string
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks once before an act that cannot be undone. Focus starts on Cancel, so a stray Enter does nothing. */
export const ConfirmDialog = ({
  opened,
  title,
  children,
  confirm_label,
  dismiss_label,
  danger,
  busy = false,
  onConfirm,
  onClose,
}: Props) => (
  <Modal opened={opened} onClose={onClose} title={title} closeOnClickOutside={!busy} closeOnEscape={!busy}>
    <Stack>
      <div>{children}</div>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
          {dismiss_label ?? <Trans>Cancel</Trans>}
        </Button>
        <Button {...(danger && { color: 'red.9' })} onClick={onConfirm} loading={busy}>
          {confirm_label}
        </Button>
      </Group>
    </Stack>
  </Modal>
)
