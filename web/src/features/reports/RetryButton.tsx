import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { reports } from '#contract/reports/reports.ts'
import { useAct } from '../../ui/acts/use-act.ts'

/** Has a report that failed made once more. */
export const RetryButton = ({ id, name }: { id: string; name: string }) => {
  const { t } = useLingui()
  const { act, busy } = useAct(reports.retry, { done: t`${name} is being generated once more.` })
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      loading={busy}
      aria-label={t`Retry ${name}`}
      onClick={() => void act({ params: { id } })}
    >
      <Trans>Retry</Trans>
    </Button>
  )
}
