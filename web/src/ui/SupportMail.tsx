import { Trans } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'

/** Where to write for help; nothing where nobody named an address. */
export const SupportMail = ({ address }: { address: string | undefined }) =>
  address ? (
    <Trans>
      Support:{' '}
      <Anchor href={`mailto:${address}`} underline="always" inherit>
        {address}
      </Anchor>
    </Trans>
  ) : null
