import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { messageOf } from '../api/errors.ts'
import { mayRetry } from './LoadError.tsx'

type Props = {
  error: unknown
  /** What failed; the choices of a field unless this says otherwise. */
  title?: string
  onRetry: () => void
}

/** In one line, at a field or beneath it: what was not loaded, why, and another try where one may help. */
export const FailedLine = ({ error, title, onRetry }: Props) => {
  const { t } = useLingui()
  return (
    <>
      {title ?? t`The choices could not be loaded.`} {messageOf(error)}{' '}
      {mayRetry(error) && (
        <Button variant="subtle" size="compact-xs" onClick={onRetry}>
          <Trans>Retry</Trans>
        </Button>
      )}
    </>
  )
}
