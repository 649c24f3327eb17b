import { Trans, useLingui } from '@lingui/react/macro'
import { Progress } from '@mantine/core'
import type { VerificationRun } from '#contract/logs/chain.ts'
import { InstantText } from '../../ui/DateText.tsx'
import { Notice } from '../../ui/Notice.tsx'
import classes from './audit-chain.module.css'
import { Verdict } from './Verdict.tsx'

/** The verification that was begun last: how far it is, or what came of it, who began it and when. */
export const Run = ({ run }: { run: VerificationRun }) => {
  const { t } = useLingui()
  const { state, verdict, begun_by: who } = run
  if (state === 'waiting' || state === 'running') return <UnderWay run={run} />
  const begun = <InstantText value={run.begun_at} />
  return (
    <>
      {state === 'broken_off' && (
        <Notice tone="bad" title={t`Broken off`}>
          <Trans>
            The verification was broken off before its end; the log says why. Please begin it again.
          </Trans>
        </Notice>
      )}
      {verdict && <Verdict verdict={verdict} />}
      <p className={classes.about}>
        <Trans>
          Begun by {who} on {begun}
        </Trans>
      </p>
    </>
  )
}

const UnderWay = ({
  run: { records_done, records_total, begun_by: who, begun_at },
}: {
  run: VerificationRun
}) => {
  const { t } = useLingui()
  const begun = <InstantText value={begun_at} />
  const [done, total] = [records_done.toLocaleString('en'), records_total.toLocaleString('en')]
  return (
    <div role="status" className={classes.stack}>
      <Progress
        value={records_total > 0 ? (100 * records_done) / records_total : 100}
        animated
        aria-label={t`Verifying`}
      />
      <p className={classes.about}>
        {records_total > 0 ? (
          <Trans>
            {done} of {total} records verified.
          </Trans>
        ) : (
          <Trans>The verification begins in a moment.</Trans>
        )}{' '}
        <Trans>
          Begun by {who} on {begun}. It goes on when you leave this page.
        </Trans>
      </p>
    </div>
  )
}
