import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { reports, type Subscription } from '#contract/reports/reports.ts'
import { useAct } from '../../ui/acts/use-act.ts'

/** Sends at once what the schedule would send; what is another's goes to them. */
export const SendNowButton = ({ row: { id, name, owner, is_own } }: { row: Subscription }) => {
  const { t } = useLingui()
  const { act, busy } = useAct(reports.sendNow, {
    done: is_own
      ? t`${name} is being generated and will be mailed to you.`
      : t`${name} is being generated and will be mailed to ${owner}.`,
  })
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      ml={-8}
      loading={busy}
      aria-label={is_own ? t`Send me one now: ${name}` : t`Send one now to ${owner}: ${name}`}
      onClick={() => void act({ params: { id } })}
    >
      {is_own ? <Trans>Send me one now</Trans> : <Trans>Send one now</Trans>}
    </Button>
  )
}
