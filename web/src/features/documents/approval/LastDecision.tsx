import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { dashboard } from '#contract/dashboard.ts'
import { q } from '../../../api/queries.ts'
import { formatInstant } from '../../../dates.ts'

/** When this person decided last, where nothing waits for anybody. */
export const LastDecision = () => {
  const { data } = useQuery(q(dashboard.today))
  const when = data?.last_decided_at && formatInstant(new Date(data.last_decided_at))
  return (
    <>
      <Trans>Documents appear here as soon as somebody requests approval.</Trans>
      {when && (
        <>
          {' '}
          <Trans>You decided last on {when}.</Trans>
        </>
      )}
    </>
  )
}
