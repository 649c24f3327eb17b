import { useLingui } from '@lingui/react/macro'
import { ActionIcon, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import classes from './CopyText.module.css'

/** A text that is copied whole, not typed; `name` is what it is called. */
export const CopyText = ({ name, text }: { name: string; text: string }) => {
  const { t } = useLingui()
  return (
    <span className={classes.line}>
      <span>{text}</span>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={copied ? t`Copied` : t`Copy: ${name}`}
            onClick={copy}
          >
            {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          </ActionIcon>
        )}
      </CopyButton>
    </span>
  )
}
