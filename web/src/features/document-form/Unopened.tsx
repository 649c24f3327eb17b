import { useLingui } from '@lingui/react/macro'
import { LoadError } from '../../ui/LoadError.tsx'
import { Page } from '../../ui/Page.tsx'
import { FormSkeleton } from './FormSkeleton.tsx'
import { useFormCrumbs } from './use-form-crumbs.ts'

type Props = {
  title: string
  error: unknown
  /** What failed, where it is no document. */
  failed?: string
  onRetry: () => void
}

/** Before what the form begins with is there, or where it cannot be had: an empty form would be taken for it. */
export const Unopened = ({ title, error, failed, onRetry }: Props) => {
  const { t } = useLingui()
  const crumbs = useFormCrumbs()
  if (!error) return <FormSkeleton title={title} />
  return (
    <Page title={title} crumbs={crumbs}>
      <LoadError error={error} title={failed ?? t`The document could not be loaded.`} onRetry={onRetry} />
    </Page>
  )
}
