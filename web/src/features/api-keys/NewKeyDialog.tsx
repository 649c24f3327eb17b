import { Trans, useLingui } from '@lingui/react/macro'
import { Button, CopyButton, Group, Modal, Stack, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { Notice } from '../../ui/Notice.tsx'

type Props = { made: { name: string; key: string }; onClose: () => void }

/** Shows a key that was just made, this once; it closes by its button alone. */
export const NewKeyDialog = ({ made: { name, key }, onClose }: Props) => {
  const { t } = useLingui()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t`The key ${name}`}
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Notice tone="waiting" title={<Trans>Copy the key now. It is shown only this once.</Trans>}>
          <Trans>
            Lulus keeps nothing of it that could be read. Keep it where passwords are kept; whoever has it can
            act for this company. If it is lost, revoke it and create another one.
          </Trans>
        </Notice>
        <TextInput
          label={t`API key`}
          value={key}
          readOnly
          spellCheck={false}
          data-autofocus
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group justify="flex-end">
          <CopyButton value={key}>
            {({ copied, copy }) => (
              <Button
                leftSection={
                  copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
                }
                onClick={copy}
              >
                {copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
              </Button>
            )}
          </CopyButton>
          <Button variant="default" onClick={onClose}>
            <Trans>I have kept it</Trans>
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
