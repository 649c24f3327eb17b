import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { demo } from '#contract/installation/demo.ts'
import { q } from '../../api/queries.ts'

/** In the question before a move to Production: who can still sign in by the password of the demo. */
export const DemoAccounts = () => {
  const { data } = useQuery(q(demo.read))
  const accounts = (data?.accounts ?? []).filter((one) => one.is_active).map(({ email }) => email)
  if (accounts.length === 0) return null
  const named = accounts.join(', ')
  return (
    <p>
      <Trans>
        Accounts of the demo company, with one password, can still log in here: {named}. Remove them first,
        under Admin Setting, Demo Data, or deactivate them under User Management.
      </Trans>
    </p>
  )
}
