import { Trans } from '@lingui/react/macro'
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useCopy } from '../ui/copy/use-copy.ts'
import { useFocusBack } from '../ui/dialogs/focus-back.ts'
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
export const ShownOnce = ({ title, notice, children, label, value, onClose }: Props) => {
  const { shown, copy, copied, by_hand } = useCopy<HTMLInputElement>(value)
  useFocusBack()
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      returnFocus={false}
    >
      <Stack>
        <Notice tone="waiting" title={notice}>
          {children}
        </Notice>
        <TextInput
          ref={shown}
          label={label}
          value={value}
          readOnly
          spellCheck={false}
          data-autofocus
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group justify="flex-end">
          <Text size="sm" role="status">
            {by_hand && <Trans>Press Ctrl+C</Trans>}
          </Text>
          <Button
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={copy}
          >
            {copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
          </Button>
          <Button variant="default" onClick={onClose}>
            <Trans>I have kept it</Trans>
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
