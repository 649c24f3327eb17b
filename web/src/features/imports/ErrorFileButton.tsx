import { useLingui } from '@lingui/react/macro'
import type { Import } from '#contract/imports/shapes.ts'
import { importSteps } from '#contract/imports/steps.ts'
import { DownloadButton } from '../../ui/acts/DownloadButton.tsx'

/** The rows of the documents that stay behind as a file of their own, which uploads again once it is corrected. */
export const ErrorFileButton = ({ upload: { id } }: { upload: Import }) => {
  const { t } = useLingui()
  return (
    <DownloadButton
      label={t`Download the rows to correct`}
      endpoint={importSteps.errors}
      input={{ params: { id } }}
      words={{
        done: t`The rows to correct were downloaded.`,
        failed: t`The rows to correct could not be downloaded.`,
      }}
    />
  )
}
