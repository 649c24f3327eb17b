import { Trans, useLingui } from '@lingui/react/macro'
import { reports } from '#contract/reports/reports.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { PAUSED } from './words.ts'

type Props = { id: string; name: string; paused?: boolean }

/** Has a report that failed made once more. */
export const RetryButton = ({ id, name, paused = false }: Props) => {
  const { t, i18n } = useLingui()
  const { act, busy } = useAct(reports.retry, { done: t`${name} is being generated once more.` })
  return (
    <ReasonedButton
      variant="subtle"
      size="compact-sm"
      loading={busy}
      why_not={paused ? i18n._(PAUSED) : ''}
      aria-label={t`Retry ${name}`}
      onClick={() => void act({ params: { id } })}
    >
      <Trans>Retry</Trans>
    </ReasonedButton>
  )
}
