import { Trans, useLingui } from '@lingui/react/macro'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { documents } from '#contract/documents.ts'
import type { Status } from '#domain/documents/lifecycle.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { confirm } from '../../ui/dialogs/ask.ts'
import { NoneIsLeft } from './NoneIsLeft.tsx'

type Withdrawn = Pick<DocumentDetail, 'uuid' | 'invoice_number' | 'status' | 'corrects' | 'revision'>

/** Takes a document back before anyone approved it, or throws away what came back, once that was asked. */
export const useWithdraw = () => {
  const { t } = useLingui()
  const { act } = useAct(documents.approve, {
    done: t`Invoice cancelled successfully!`,
    failed: (message) => t`Error cancelling invoice: ${message}`,
  })
  return ({ uuid, invoice_number: number, status, corrects, revision }: Withdrawn) =>
    confirm({
      title: t`Cancel ${number}`,
      body: (
        <>
          <Consequence status={status} />
          {corrects?.status === 'User Cancelled' && <NoneIsLeft original={corrects.invoice_number} />}
          <Trans>This action is not reversible. Do you want to proceed?</Trans>
        </>
      ),
      confirm_label: t`Cancel document`,
      dismiss_label: t`Keep the document`,
      danger: true,
      act: () => act({ params: { uuid }, body: { status: 'User Cancelled', revision } }),
    })
}

/** What is thrown away, where LHDN was asked to take it. */
const Consequence = ({ status }: { status: Status }) => {
  if (status === 'Submission Failed')
    return (
      <p>
        <Trans>This document was not accepted as it stands. Its number is free again.</Trans>
      </p>
    )
  if (status === 'Invalid')
    return (
      <p>
        <Trans>
          LHDN found this document invalid: it is no tax document. It stays in the records with what LHDN said
          of it, and its number is free again.
        </Trans>
      </p>
    )
  return null
}
