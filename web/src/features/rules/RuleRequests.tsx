import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { changeRequests } from '#contract/people/change-requests.ts'
import type { RuleRequested } from '#contract/shaping/rules.ts'
import { formatInstant } from '../../dates.ts'
import { told } from '../../i18n.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { confirm } from '../../ui/dialogs/ask.ts'
import { FailedLine } from '../../ui/FailedLine.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ChangeSummary } from '../../widgets/change/ChangeSummary.tsx'
import classes from './rules.module.css'
import type { useRuleRequests } from './use-rule-requests.ts'

type Props = Pick<ReturnType<typeof useRuleRequests>, 'waiting' | 'error' | 'retry'>

/** The requests about rules that wait for another person, each with the way back for whoever made it. */
export const RuleRequests = ({ waiting, error, retry }: Props) => {
  const { t } = useLingui()
  if (error) {
    const title = t`The requests that wait could not be loaded.`
    return (
      <p role="status" className={classes.failed}>
        <FailedLine error={error} title={title} onRetry={retry} />
      </p>
    )
  }
  if (waiting.length === 0) return null
  return (
    <Notice tone="waiting" title={t`Waiting for another person to approve`}>
      <ul className={classes.requests}>
        {waiting.map((one) => (
          <RequestLine key={one.id} request={one} />
        ))}
      </ul>
    </Notice>
  )
}

const RequestLine = ({ request }: { request: RuleRequested }) => {
  const { t } = useLingui()
  const { id, changes, requested_by: who, expires_at } = request
  const { act } = useAct(changeRequests.withdraw, { done: t`Request withdrawn.` })
  const withdraw = () =>
    confirm({
      title: t`Withdraw request ${id}?`,
      body: <ChangeSummary changes={changes} />,
      confirm_label: t`Withdraw`,
      dismiss_label: t`Keep the request`,
      act: () => act({ params: { id } }),
    })
  return (
    <li className={classes.version}>
      <span>
        {told(request.name)} · <Trans>Change requested by {who}</Trans> ·{' '}
        <Trans>until {formatInstant(new Date(expires_at))}</Trans>
      </span>
      {request.may_withdraw && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t`Withdraw request ${id}`}
          onClick={() => void withdraw()}
        >
          <Trans>Withdraw</Trans>
        </Button>
      )}
    </li>
  )
}
