import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { RuleTrial } from '#contract/shaping/rules.ts'
import { told } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { DateText } from '../../ui/DateText.tsx'
import { Notice } from '../../ui/Notice.tsx'
import classes from './rules.module.css'

type Props = { trial: RuleTrial; onAsk: () => void }

/** What a rule would have stopped, and which documents. */
export const TrialPanel = ({ trial, onAsk }: Props) => {
  const { i18n, t } = useLingui()
  const number = (count: number) => i18n.number(count)
  const [judged, stopped] = [number(trial.judged), number(trial.stopped)]
  const [valid, invalid] = [number(trial.stopped_valid), number(trial.stopped_invalid)]
  return (
    <Stack gap="sm">
      <Notice tone={trial.stopped > 0 ? 'info' : 'good'}>
        {trial.complete ? (
          <Trans>
            Would have stopped {stopped} of {judged} documents of the last 90 days: {valid} valid at LHDN,{' '}
            {invalid} invalid.
          </Trans>
        ) : (
          <Trans>
            Would have stopped {stopped} of the latest {judged} documents: {valid} valid at LHDN, {invalid}{' '}
            invalid. There are more in the last 90 days than could be looked at.
          </Trans>
        )}
      </Notice>
      {trial.second_person && (
        <Notice tone="waiting">
          {trial.sees_all ? (
            <Trans>
              It would have stopped more than 20 % of the valid documents, so another person must approve it.
            </Trans>
          ) : (
            <Trans>
              A rule holds for all departments, and you do not have all of them, so another person must
              approve it.
            </Trans>
          )}
          <div>
            <Button variant="default" size="compact-sm" mt="xs" onClick={onAsk}>
              <Trans>Submit for approval</Trans>
            </Button>
          </div>
        </Notice>
      )}
      {trial.documents.length > 0 && (
        <ul className={classes.stopped} aria-label={t`Documents it would have stopped`}>
          {trial.documents.map((one) => (
            <li key={one.uuid}>
              <Anchor
                renderRoot={(props) => (
                  <Link {...props} to={paths.invoices} search={{ open: one.uuid }} target="_blank" />
                )}
              >
                {one.invoice_number}
              </Anchor>
              <span>
                <DateText value={one.invoice_date} /> · {told(one.status)}
              </span>
              <span className={classes.buyer}>{one.buyer_name}</span>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}
