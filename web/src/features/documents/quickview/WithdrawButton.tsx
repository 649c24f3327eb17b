import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { useWithdraw } from '../../../widgets/withdraw/use-withdraw.tsx'

/** Takes a document back that nobody has approved; what was uploaded has no other place for it. */
export const WithdrawButton = ({ document }: { document: DocumentDetail }) => {
  const withdraw = useWithdraw()
  return (
    <Button
      variant="default"
      leftSection={<IconBan size={16} aria-hidden />}
      onClick={() => void withdraw(document)}
    >
      <Trans context="a document">Cancel</Trans>
    </Button>
  )
}
