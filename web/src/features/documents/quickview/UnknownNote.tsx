import { Trans, useLingui } from '@lingui/react/macro'
import { Notice } from '../../../ui/Notice.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { type Attempt, decidesFrom, isUnheard } from './progress.ts'

type Props = { invoice_number: string; attempts: readonly Attempt[] }

/** What happens to a document whose answer was lost: Lulus asks, and after two hours a person may decide. */
export const UnknownNote = ({ invoice_number: number, attempts }: Props) => {
  const { t } = useLingui()
  const asking = useNow(30_000) < decidesFrom(attempts)
  return (
    <Notice
      tone={asking ? 'info' : 'waiting'}
      title={asking ? t`Lulus is asking LHDN` : t`Lulus could not find out`}
    >
      {asking ? (
        <Trans>
          The document was sent, but the answer was lost. Lulus asks LHDN by itself whether it arrived. If it
          is sent once more, LHDN recognises it as the same document, so it never counts twice.
        </Trans>
      ) : isUnheard(attempts) ? (
        <Trans>
          It is not known whether the document arrived. Lulus sends nothing by itself any more, but asks on
          until LHDN tells. Look for {number} on the MyInvois portal; an approver may decide. Fetch Updates
          asks at once, and says what is in the way.
        </Trans>
      ) : (
        <Trans>
          It is not known whether the document arrived, and Lulus neither asks nor sends by itself any more.
          Look for {number} on the MyInvois portal; an approver decides. Fetch Updates asks LHDN once more.
        </Trans>
      )}
    </Notice>
  )
}
