import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useProfile } from '../../session/session.ts'
import { signOut } from '../../session/sign-out.ts'
import { SupportAddress } from '../../widgets/SupportAddress.tsx'

/** Somebody without an entity or a store code can do nothing here but leave. */
export const ProfileMissing = () => {
  const { t } = useLingui()
  const { username } = useProfile()
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={t`User Access Profile Missing`}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Text>
          <Trans>
            The profile for the user <b>{username}</b> has not been created. Please contact the IT team.
          </Trans>
        </Text>
        <Text>
          <SupportAddress />
        </Text>
        <Group justify="flex-end">
          <Button onClick={signOut} data-autofocus>
            <Trans>Log Out</Trans>
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
