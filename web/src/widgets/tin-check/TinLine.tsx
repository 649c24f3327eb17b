import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type TinValidation, tins } from '#contract/tins.ts'
import { q } from '../../api/queries.ts'
import { told } from '../../i18n.ts'
import { FailedLine } from '../../ui/FailedLine.tsx'
import { daysSince } from './age.ts'
import { ANSWER_ICONS } from './answer-icons.ts'
import classes from './TinLine.module.css'

type Props = { tin: string; id_type: string; id_value: string; sender_entity_id: string }

const FRESH_MS = 300_000

/** Whether the authority knows the TIN with this number, and since when; quiet, since it never blocks the clerk. */
export const TinLine = (query: Props) => {
  const asking = Object.values(query).every((value) => value !== '')
  const { data, error, refetch } = useQuery({
    ...q(tins.validate, { query }),
    enabled: asking,
    staleTime: FRESH_MS,
    // Whatever fails at the authority, the service says "not checked"; asking again at once would only cost its pace.
    retry: false,
  })
  return (
    <p role="status" className={classes.line} data-answer={data?.answer}>
      {asking && data && <Answer {...data} />}
      {asking && !data && error && <Failed error={error} onRetry={() => void refetch()} />}
    </p>
  )
}

const Failed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => {
  const { t } = useLingui()
  const Icon = ANSWER_ICONS.not_checked
  return (
    <>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span>
        <FailedLine error={error} title={t`TIN not checked.`} onRetry={onRetry} />
      </span>
    </>
  )
}

const Answer = ({ answer, checked_at, why }: TinValidation) => {
  const Icon = ANSWER_ICONS[answer]
  return (
    <>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span>
        {answer === 'matches' && <Trans>TIN matches</Trans>}
        {answer === 'does_not_match' && <Trans>TIN does not match this number</Trans>}
        {answer === 'not_checked' && <Trans>TIN not checked</Trans>}
        {checked_at && (
          <>
            {', '}
            <Plural
              value={daysSince(new Date(checked_at), new Date())}
              _0="checked today"
              one="checked # day ago"
              other="checked # days ago"
            />
          </>
        )}
        {answer === 'not_checked' && <span className={classes.why}> · {told(why)}</span>}
      </span>
    </>
  )
}
