import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Output } from '#contract/endpoint.ts'
import type { setUp } from '#contract/installation/set-up.ts'
import { paths } from '../../paths.ts'
import classes from './set-up.module.css'

/** What to do with a portal that was just set up. */
export const NextSteps = ({ made: { username } }: { made: Output<typeof setUp.complete> }) => (
  <>
    <ol className={classes.steps}>
      <li>
        <Trans>
          Log in with the e-mail address and password of your account <b>{username}</b>. It is a local
          account: leave the box for LDAP unchecked.
        </Trans>
      </li>
      <li>
        <Trans>
          For Preprod and Production, upload the signing certificate under Admin Setting, Entity Management.
          That page also says what else is missing.
        </Trans>
      </li>
      <li>
        <Trans>
          Let a second person in: nobody approves what they made themselves. The groups Makers, Approvers,
          Auditors and All functions are there to begin with.
        </Trans>
      </li>
      <li>
        <Trans>
          Make one more person an Admin: a second one decides about further departments and groups. A company
          of one person switches on Self-approval under Application Settings instead.
        </Trans>
      </li>
    </ol>
    <div>
      <Button
        size="md"
        renderRoot={(root) => <Link {...root} to={paths.login} search={{ account: 'local' }} />}
      >
        <Trans>Go to the sign-in</Trans>
      </Button>
    </div>
  </>
)
