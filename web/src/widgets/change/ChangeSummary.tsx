import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ChangePreview, Effect, RequestTrial } from '#contract/people/change-requests.ts'
import classes from './ChangeSummary.module.css'

type Props = Pick<ChangePreview, 'changes'> & {
  /** Who gains or loses what; absent where it is decided. */
  effects?: readonly Effect[] | undefined
  /** What a rule would have stopped when it was asked for. */
  trial?: RequestTrial | null
}

/** A change as a reader sees it: what differs, and who gains or loses what by it. */
export const ChangeSummary = ({ changes, effects, trial }: Props) => (
  <div className={classes.summary}>
    <ul className={classes.lines}>
      {changes.map((change) => (
        <Line key={`${change.field} ${change.old_value} ${change.new_value}`} change={change} />
      ))}
    </ul>
    {trial && <TrialLine trial={trial} />}
    {effects && (
      <ul className={`${classes.lines} ${classes.quiet}`}>
        {effects.map((effect) => (
          <li key={`${effect.right} ${effect.gains}`}>
            <EffectLine effect={effect} />
          </li>
        ))}
        {effects.length === 0 && (
          <li>
            <Trans>Nobody gains or loses anything by it.</Trans>
          </li>
        )}
      </ul>
    )}
  </div>
)

const Line = ({ change: { field, old_value, new_value } }: { change: ChangePreview['changes'][number] }) => {
  const { t } = useLingui()
  const names = new Map([
    ['name', t`Name`],
    ['code', t`Code`],
    ['field', t`Field`],
    ['condition', t`Condition`],
    ['value', t`Value/Formula`],
    ['error_message', t`Error Message`],
    ['active_on', t`In force from`],
  ])
  const name = names.get(field)
  const lead = name ? `${name}: ` : ''
  if (old_value && new_value) {
    return (
      <li className={classes.line}>
        <span className={classes.sign} aria-hidden>
          ~
        </span>
        {lead}
        <del>{old_value}</del> → <ins>{new_value}</ins>
      </li>
    )
  }
  return (
    <li className={classes.line} data-tone={new_value ? 'good' : 'bad'}>
      <span className={classes.sign}>{new_value ? '+' : '−'}</span>
      {lead}
      {new_value || old_value}
    </li>
  )
}

const TrialLine = ({ trial }: { trial: RequestTrial }) => {
  const { i18n } = useLingui()
  const [judged, stopped] = [i18n.number(trial.judged), i18n.number(trial.stopped)]
  const valid = i18n.number(trial.stopped_valid)
  return (
    <div className={classes.quiet}>
      {trial.complete ? (
        <Trans>
          When this was asked for, it would have stopped {stopped} of {judged} documents of the last 90 days,{' '}
          {valid} of them valid at LHDN.
        </Trans>
      ) : (
        <Trans>
          When this was asked for, it would have stopped {stopped} of the latest {judged} documents, {valid}{' '}
          of them valid at LHDN.
        </Trans>
      )}
    </div>
  )
}

const EffectLine = ({ effect: { right, gains, count, people } }: { effect: Effect }) => {
  const names = people.join(', ')
  const more = count - people.length
  return (
    <>
      {gains ? (
        <Plural value={count} one={`# person gains ${right}`} other={`# people gain ${right}`} />
      ) : (
        <Plural value={count} one={`# person loses ${right}`} other={`# people lose ${right}`} />
      )}
      {': '}
      {more > 0 ? (
        <Trans>
          {names} and {more} more
        </Trans>
      ) : (
        names
      )}
    </>
  )
}
