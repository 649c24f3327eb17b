import { Trans } from '@lingui/react/macro'
import { IconPlayerPause } from '@tabler/icons-react'
import type { documents } from '#contract/documents.ts'
import type { Output } from '#contract/endpoint.ts'
import { useProfile } from '../session/session.ts'
import { sinceText } from './since.ts'
import classes from './TroubleBanner.module.css'

type Away = NonNullable<Output<typeof documents.troubles>['worker']>

/** While no worker runs: since when, what does not happen meanwhile, and how it is started. */
export const WorkerBanner = ({ away: { since } }: { away: Away }) => {
  const { access_type } = useProfile()
  const at = since === null ? '' : sinceText(new Date(since), new Date())
  return (
    <p className={classes.banner}>
      <IconPlayerPause size={18} aria-hidden />
      <span>
        <b>
          {since === null ? (
            <Trans>No worker of Lulus has run yet: nothing is sent, read or mailed.</Trans>
          ) : (
            <Trans>
              No worker of Lulus has run since <time dateTime={since}>{at}</time>: nothing is sent, read or
              mailed.
            </Trans>
          )}
        </b>{' '}
        {access_type === 'superadmin' ? (
          <Trans>
            Start Lulus as it was started, or one more process with <code>--roles=worker</code>. Its log says
            why it ended. What waits goes on by itself then.
          </Trans>
        ) : (
          <Trans>Tell whoever runs Lulus. What waits goes on by itself once it runs again.</Trans>
        )}
      </span>
    </p>
  )
}
