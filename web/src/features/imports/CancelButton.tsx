import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { Import } from '#contract/imports/shapes.ts'
import { importSteps } from '#contract/imports/steps.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { confirm } from '../../ui/dialogs/ask.ts'
import { useKeepImport } from './use-import.ts'

/** Ends an upload where it is; it asks, and says what becomes of what is stored already. */
export const CancelButton = ({ upload }: { upload: Import }) => {
  const { t } = useLingui()
  const keep = useKeepImport()
  const { act } = useAct(importSteps.cancel)
  const { id, file_name } = upload
  const body = useConsequence(upload)
  const ask = () =>
    confirm({
      title: t`Cancel the upload of ${file_name}?`,
      body,
      confirm_label: t`Cancel the upload`,
      dismiss_label: t`Go on with it`,
      danger: true,
      act: async () => {
        const answered = await act({ params: { id }, body: {} })
        if (answered) keep(answered)
      },
    })
  return (
    <Button variant="subtle" color="red" onClick={() => void ask()}>
      <Trans>Cancel the upload</Trans>
    </Button>
  )
}

/** What goes and what stays: an upload that goes on by itself stores while it is still read (decision 040). */
const useConsequence = ({ state, counts, unattended, check_only }: Import) => {
  const { t } = useLingui()
  if (state !== 'storing' && counts.stored === 0 && (check_only || !unattended)) {
    const lost = t`What you matched and corrected here is gone; you can upload the file again.`
    return unattended ? t`Nothing of this file is stored.` : t`Nothing of this file is stored. ${lost}`
  }
  const stored = counts.stored + counts.already
  const kept =
    counts.stored > 0
      ? plural(stored, {
          one: 'The # document that is stored by then stays; the others are not stored.',
          other: 'The # documents that are stored by then stay; the others are not stored.',
        })
      : t`Documents that are stored by then stay; the others are not stored.`
  return state === 'storing' ? t`Storing stops. ${kept}` : kept
}
