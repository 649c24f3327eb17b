import { Trans } from '@lingui/react/macro'
import { Notice } from '../Notice.tsx'

/** Stands in a form while what it shows is older than what is stored. */
export const Overtaken = () => (
  <Notice tone="waiting">
    <Trans>
      Somebody else changed this meanwhile. Save again to put what stands here in its place, or leave this
      form to look at it first.
    </Trans>
  </Notice>
)
