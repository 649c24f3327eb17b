import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { mails } from '#contract/installation/mails.ts'
import { useAct } from '../ui/acts/use-act.ts'

/** Mails a line to whoever asks, and says what came of it. `compact`: in a row. */
export const TestMailButton = ({ compact = false }: { compact?: boolean }) => {
  const { t } = useLingui()
  const { act, busy } = useAct(mails.test, {
    done: ({ to, sent }) =>
      sent
        ? t`The mail server took a test mail to ${to}.`
        : t`No mail server is set up: the test mail lies under Mails.`,
    failed: (why) => `${t`The test mail was not sent.`} ${why}`,
  })
  return (
    <Button
      variant="default"
      size={compact ? 'compact-sm' : 'sm'}
      leftSection={compact ? undefined : <IconMailCheck size={16} aria-hidden />}
      loading={busy}
      onClick={() => void act({})}
    >
      <Trans>Send a test mail</Trans>
    </Button>
  )
}
