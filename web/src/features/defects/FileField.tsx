import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Group, Input, Text } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { FileChoice } from '../../ui/acts/FileChoice.tsx'

type Props = {
  label: string
  description: string
  /** Media types, as the file dialog offers them; any without. */
  types?: readonly string[]
  value: File | undefined
  onChange: (file: File | undefined) => void
  error?: string | undefined
  'data-path'?: string
}

/** One file to be sent along with a form, which may be chosen anew or taken back. */
export const FileField = ({ label, description, types = [], value, onChange, error, ...path }: Props) => {
  const { t } = useLingui()
  return (
    <Input.Wrapper label={label} description={description} error={error} labelElement="div">
      <Group gap="xs" mt={4}>
        <FileChoice
          {...path}
          types={types}
          onChoose={onChange}
          size="xs"
          leftSection={<IconPaperclip size={16} aria-hidden />}
          aria-label={value ? t`Choose another file: ${label}` : t`Choose a file: ${label}`}
        >
          {value ? <Trans>Choose another file</Trans> : <Trans>Choose a file</Trans>}
        </FileChoice>
        {value && (
          <Group gap={4} miw={0} flex={1} wrap="nowrap">
            <Text size="sm" truncate title={value.name}>
              {value.name}
            </Text>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t`Remove ${value.name}`}
              onClick={() => onChange(undefined)}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Group>
        )}
      </Group>
    </Input.Wrapper>
  )
}
