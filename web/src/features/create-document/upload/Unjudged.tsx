import { Trans, useLingui } from '@lingui/react/macro'
import { Notice } from '../../../ui/Notice.tsx'
import type { Outcome } from './outcome.ts'

/** What is known of an upload that the server did not judge, or whose answer says nothing. */
export const Unjudged = ({ outcome }: { outcome: Outcome }) => {
  const { t } = useLingui()
  if (outcome.kind === 'judged') return null
  if (outcome.kind === 'unreadable') {
    return (
      <Notice tone="bad" title={t`Processing Error`}>
        <Trans>
          The answer could not be read. Upload the file again: what is stored already is not stored twice.
        </Trans>
      </Notice>
    )
  }
  return (
    <Notice tone="bad" title={t`An error occurred`}>
      {outcome.message}
    </Notice>
  )
}
