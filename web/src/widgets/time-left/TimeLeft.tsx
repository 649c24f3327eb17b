import { Trans } from '@lingui/react/macro'
import { useNow } from '../../ui/use-now.ts'
import { countdownText } from './countdown.ts'

/** How long an instant is still away, told every second; that it is over once it has passed. */
export const TimeLeft = ({ until }: { until: string }) => {
  const left = countdownText(Date.parse(until) - useNow(1000))
  return <span className="figures">{left ?? <Trans>The time is over.</Trans>}</span>
}
