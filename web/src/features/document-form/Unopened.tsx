import { useLingui } from '@lingui/react/macro'
import { LoadError, mayRetry } from '../../ui/LoadError.tsx'
import { Page } from '../../ui/Page.tsx'
import { DraftsLeft } from './DraftsLeft.tsx'
import { FormSkeleton } from './FormSkeleton.tsx'
import { useFormCrumbs } from './use-form-crumbs.ts'
import { useLeftBehind } from './use-left-behind.ts'

type Props = {
  title: string
  /** The form, whose drafts go on as new documents where it cannot be had any more. */
  slot: string
  error: unknown
  /** What failed, where it is no document. */
  failed?: string
  onRetry: () => void
}

/** Before what the form begins with is there, or where it cannot be had: an empty form would be taken for it. */
export const Unopened = ({ title, slot, error, failed, onRetry }: Props) => {
  const { t } = useLingui()
  const crumbs = useFormCrumbs()
  const behind = useLeftBehind(slot, Boolean(error) && !mayRetry(error))
  if (!error) return <FormSkeleton title={title} />
  return (
    <Page title={title} crumbs={crumbs}>
      <DraftsLeft {...behind} />
      <LoadError error={error} title={failed ?? t`The document could not be loaded.`} onRetry={onRetry} />
    </Page>
  )
}
