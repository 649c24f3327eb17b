import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import classes from './CopyText.module.css'
import { useCopy } from './use-copy.ts'

/** A text that is copied whole, not typed; `name` is what it is called. */
export const CopyText = ({ name, text }: { name: string; text: string }) => {
  const { t } = useLingui()
  const { shown, copy, copied, by_hand } = useCopy<HTMLSpanElement>(text)
  return (
    <span className={classes.line}>
      <span ref={shown}>{text}</span>
      <small role="status">{by_hand && <Trans>Press Ctrl+C</Trans>}</small>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={copied ? t`Copied` : t`Copy: ${name}`}
        onClick={copy}
      >
        {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      </ActionIcon>
    </span>
  )
}
