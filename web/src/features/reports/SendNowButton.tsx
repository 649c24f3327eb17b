import { Trans, useLingui } from '@lingui/react/macro'
import { reports, type Subscription } from '#contract/reports/reports.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { PAUSED } from './words.ts'

/** Sends at once what the schedule would send; what is another's goes to them. */
export const SendNowButton = ({ row }: { row: Subscription }) => {
  const { t, i18n } = useLingui()
  const { id, name, owner, is_own, state } = row
  const { act, busy } = useAct(reports.sendNow, {
    done: useBegunWords(row),
  })
  return (
    <ReasonedButton
      variant="subtle"
      size="compact-sm"
      ml={-8}
      loading={busy}
      why_not={state === 'paused' ? i18n._(PAUSED) : ''}
      aria-label={is_own ? t`Send me one now: ${name}` : t`Send one now to ${owner}: ${name}`}
      onClick={() => void act({ params: { id } })}
    >
      {is_own ? <Trans>Send me one now</Trans> : <Trans>Send one now</Trans>}
    </ReasonedButton>
  )
}

/** What comes of it: no mail where there is nothing to report and the schedule skips that. */
const useBegunWords = ({ name, owner, is_own, skip_when_empty }: Subscription): string => {
  const { t } = useLingui()
  if (skip_when_empty) {
    return is_own
      ? t`${name} is being generated and will be mailed to you, unless there is nothing to report.`
      : t`${name} is being generated and will be mailed to ${owner}, unless there is nothing to report.`
  }
  return is_own
    ? t`${name} is being generated and will be mailed to you.`
    : t`${name} is being generated and will be mailed to ${owner}.`
}
