import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Modal, Text } from '@mantine/core'
import type { SummaryRow } from '#contract/document-rows.ts'
import { isSelfBilled } from '#domain/documents/document.ts'
import { useLateOpen } from '../../../ui/later/late-open.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { readable } from '../../../widgets/status-message/readable.ts'
import classes from './SubmissionDetails.module.css'

/** What the authority, or the other side, said about a document. */
export const SubmissionDetails = ({ row, onClose }: { row: SummaryRow | undefined; onClose: () => void }) => {
  const { t } = useLingui()
  return (
    <Modal opened={useLateOpen(row !== undefined)} onClose={onClose} title={t`Submission Details`}>
      {row && (
        <>
          <Group gap="xs" mb="sm">
            <Text fw={560}>{row.invoice_number}</Text>
            <StatusBadge status={row.status} />
          </Group>
          <Text className={classes.message}>
            {readable(row) || t`There is no message for this document.`}
          </Text>
          {row.reject_request && <AskedBack row={row} reason={row.reject_request.reason} />}
        </>
      )}
    </Modal>
  )
}

const AskedBack = ({ row, reason }: { row: SummaryRow; reason: string }) => (
  <Text className={classes.message} mt="xs">
    {isSelfBilled(row.invoice_type) ? (
      <Trans>The supplier asked for rejection: {reason}</Trans>
    ) : (
      <Trans>The buyer asked for rejection: {reason}</Trans>
    )}
  </Text>
)
