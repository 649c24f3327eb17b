import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'

/** What turning a document away means where the one that it corrects, by its number, is cancelled at LHDN already. */
export const NoneIsLeft = ({ original }: { original: string }) => (
  <Text my="xs">
    <Trans>
      LHDN has cancelled {original}, which this document corrects: without this one the sale has no tax
      document at all.
    </Trans>
  </Text>
)
