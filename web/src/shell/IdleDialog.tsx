import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { clockText } from '../session/idle.ts'
import { signOut } from '../session/sign-out.ts'
import { useEscape } from '../ui/dialogs/escape.ts'
import { useFocusBack } from '../ui/dialogs/focus-back.ts'

type Props = { left_s: number; onStay: () => void }

/** Asks who rested for long whether they go on. */
export const IdleDialog = ({ left_s, onStay }: Props) => {
  const { t } = useLingui()
  const left = clockText(left_s)
  useEscape(onStay)
  useFocusBack()
  return (
    <Modal
      opened
      onClose={onStay}
      title={t`Are you still there?`}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      returnFocus={false}
      zIndex={350}
    >
      <Stack>
        <Text>
          <Trans>
            For your safety you will be signed out in <b className="figures">{left}</b>. A document that you
            are writing is kept as a draft; save other forms first.
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
    </Modal>
  )
}
