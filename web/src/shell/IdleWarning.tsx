import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useIdle } from '../session/activity.ts'
import { clockText } from '../session/idle.ts'
import { sessionOptions } from '../session/session.ts'
import { signOut } from '../session/sign-out.ts'
import { useEscape } from '../ui/dialogs/escape.ts'

/** Warns two minutes before the idle limit ends the session. */
export const IdleWarning = () => {
  const { t } = useLingui()
  const { idle_ms_max } = useSuspenseQuery(sessionOptions).data
  const { idle, stay } = useIdle(idle_ms_max)
  const left = clockText(idle.kind === 'warning' ? idle.left_s : 0)
  return (
    <Modal
      opened={idle.kind === 'warning'}
      onClose={stay}
      title={t`Are you still there?`}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      zIndex={350}
    >
      <Warning left={left} onStay={stay} />
    </Modal>
  )
}

const Warning = ({ left, onStay }: { left: string; onStay: () => void }) => {
  useEscape(onStay)
  return (
    <Stack>
      <Text>
        <Trans>
          For your safety you will be signed out in <b className="figures">{left}</b>. A document that you are
          writing is kept as a draft; save other forms first.
        </Trans>
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={signOut}>
          <Trans>Logout</Trans>
        </Button>
        <Button onClick={onStay} data-autofocus>
          <Trans>Stay signed in</Trans>
        </Button>
      </Group>
    </Stack>
  )
}
