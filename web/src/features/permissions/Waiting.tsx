import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Group } from '#contract/people/groups.ts'
import { paths } from '../../paths.ts'
import classes from './permissions.module.css'

/** That a change of this row waits for a decision, and who asked for it. */
export const Waiting = ({ waiting }: Pick<Group, 'waiting'>) => {
  if (!waiting) return null
  const { requested_by: who } = waiting
  return (
    <Link to={paths.approvalRequests} className={classes.link}>
      <Trans>Change requested by {who}</Trans>
    </Link>
  )
}
