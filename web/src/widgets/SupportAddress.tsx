import { Trans } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { sessionOptions } from '../session/session.ts'

/** Where to write for help; nothing where nobody named an address. */
export const SupportAddress = () => {
  const { data } = useQuery(sessionOptions)
  const address = data?.support_email
  if (!address) return null
  return (
    <Trans>
      Support:{' '}
      <Anchor href={`mailto:${address}`} underline="always" inherit>
        {address}
      </Anchor>
    </Trans>
  )
}
