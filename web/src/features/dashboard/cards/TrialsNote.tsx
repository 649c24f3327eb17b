import { Plural, Trans } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dashboard } from '#contract/dashboard.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { q } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { useViews } from '../../../session/session.ts'
import { trialsOf } from './periods.ts'
import classes from './TrialsNote.module.css'

/** Beside figures and charts that leave trials out: whoever tried Lulus out before would look for them there. */
export const TrialsNote = () => {
  const views = useViews()
  const { data } = useQuery(q(dashboard.counts))
  const n = data?.trials_left_out ?? 0
  if (n === 0) return null
  return (
    <p className={classes.note}>
      <Plural
        value={n}
        one="# trial document of this year is not counted."
        other="# trial documents of this year are not counted."
      />{' '}
      {views && (
        <Anchor
          inherit
          underline="always"
          renderRoot={(props) => (
            <Link {...props} to={paths.invoices} search={trialsOf(malaysianDate(new Date()))} />
          )}
        >
          <Trans>Show them</Trans>
        </Anchor>
      )}
    </p>
  )
}
