import { Trans } from '@lingui/react/macro'
import { Button, CopyButton, Group, Modal, Stack, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Notice } from '../ui/Notice.tsx'

type Props = {
  title: string
  /** That it is to be copied now. */
  notice: ReactNode
  /** What it is for, and what to do where it is lost. */
  children: ReactNode
  /** What it is called. */
  label: string
  value: string
  onClose: () => void
}

/** Shows a secret that was just made, this once; it closes by its button alone. */
export const ShownOnce = ({ title, notice, children, label, value, onClose }: Props) => (
  <Modal
    opened
    onClose={onClose}
    title={title}
    size="lg"
    withCloseButton={false}
    closeOnClickOutside={false}
    closeOnEscape={false}
  >
    <Stack>
      <Notice tone="waiting" title={notice}>
        {children}
      </Notice>
      <TextInput
        label={label}
        value={value}
        readOnly
        spellCheck={false}
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group justify="flex-end">
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button
              leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
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
