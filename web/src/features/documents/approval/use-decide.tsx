import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { documents } from '#contract/documents.ts'
import { formatMoney } from '#domain/money/format.ts'
import { useAct } from '../../../ui/acts/use-act.ts'
import { askReason, confirm } from '../../../ui/dialogs/ask.ts'
import { EnvironmentWord } from '../../../widgets/EnvironmentMark.tsx'
import { NoneIsLeft } from '../../../widgets/withdraw/NoneIsLeft.tsx'

/** What a question names of a document. */
type Decided = Pick<
  DocumentDetail,
  'uuid' | 'invoice_number' | 'invoice_currency' | 'total_payable_amount' | 'environment'
>

export type Decision = {
  kind: 'approve' | 'reject'
  row: Decided
  /** The name of the other side: of the supplier where the document is a self-billed one. */
  party: string
  /** The number of the document that this one corrects, where that is cancelled at LHDN. */
  cancelled_original: string | undefined
  /** The revision that was seen, in the row or in the preview; another one is refused as a conflict. */
  revision: number
}

/** Asks once before a document is approved or rejected, naming the document. */
export const useDecide = (onDone: () => void) => {
  const { t } = useLingui()
  const approval = useAct(documents.approve, {
    done: t`Invoice approved successfully!`,
    failed: (message) => `${t`Error approving invoice!`} ${message}`,
  })
  const rejection = useAct(documents.approve, {
    done: t`Invoice rejected successfully!`,
    failed: (message) => `${t`Error rejecting invoice!`} ${message}`,
  })
  const approve = async ({ row, revision }: Decision) => {
    const done = await approval.act({ params: { uuid: row.uuid }, body: { status: 'Approved', revision } })
    if (done) onDone()
  }
  const reject = async ({ row, revision }: Decision, rejection_reason: string) => {
    const body = { status: 'Rejected', revision, rejection_reason } as const
    const done = await rejection.act({ params: { uuid: row.uuid }, body })
    if (done) onDone()
    return done
  }
  return (decision: Decision) => {
    const { kind, row, cancelled_original } = decision
    const number = row.invoice_number
    return kind === 'approve'
      ? confirm({
          title: t`Approve ${number}`,
          body: (
            <>
              <Trans>
                Are you sure you want to mark this invoice approved? This action is not reversible.
              </Trans>
              <Text mt="xs">
                <Trans>Lulus then sends it to LHDN.</Trans>
              </Text>
              <Named {...decision} />
            </>
          ),
          confirm_label: t`Approve`,
          act: () => approve(decision),
        })
      : askReason({
          title: t`Reject ${number}`,
          label: t`Rejection reason`,
          body: (
            <>
              <Trans>
                Are you sure you want to mark this invoice rejected? This action is not reversible.
              </Trans>
              {cancelled_original && <NoneIsLeft original={cancelled_original} />}
              <Named {...decision} />
            </>
          ),
          confirm_label: t`Reject`,
          danger: true,
          act: (reason) => reject(decision, reason),
        })
  }
}

const Named = ({ row, party }: Decision) => (
  <Text c="dimmed" mt="xs" className="figures">
    {row.invoice_number} · {party} · {formatMoney(row.invoice_currency, row.total_payable_amount)}{' '}
    <EnvironmentWord environment={row.environment} />
  </Text>
)
