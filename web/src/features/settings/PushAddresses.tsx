import { Trans } from '@lingui/react/macro'
import { commits } from '#contract/logs/commits.ts'
import { CopyText } from '../../ui/copy/CopyText.tsx'
import classes from './settings.module.css'

const SENDERS = [
  ['GitHub', commits.github],
  ['GitLab', commits.gitlab],
] as const

/** Where pushes are delivered, as it is entered there beside the secret. */
export const PushAddresses = () => (
  <span className={classes.quiet}>
    <Trans>Payload URL at GitHub, URL at GitLab; the content type is application/json.</Trans>
    {SENDERS.map(([name, { path }]) => (
      <CopyText key={name} name={name} text={window.location.origin + path} />
    ))}
  </span>
)
