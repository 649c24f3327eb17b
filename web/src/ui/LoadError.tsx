import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconLock, IconPlugConnectedX } from '@tabler/icons-react'
import { EmptyState } from './EmptyState.tsx'

type Props = {
  error: unknown
  /** What failed, where it was no missing right. */
  title?: string
  onRetry?: (() => void) | undefined
}

/** What stands where something was not loaded: a missing right is told as such, anything else may be tried again. */
export const LoadError = ({ error, title, onRetry }: Props) => {
  const { t } = useLingui()
  const words = error instanceof Error ? error.message : t`An unknown error occurred.`
  if (isForbidden(error)) return <EmptyState title={words} icon={IconLock} />
  return (
    <EmptyState
      title={title ?? t`The list could not be loaded.`}
      icon={IconPlugConnectedX}
      action={
        onRetry && (
          <Button variant="default" onClick={onRetry}>
            <Trans>Retry</Trans>
          </Button>
        )
      }
    >
      {words}
    </EmptyState>
  )
}

/** Whether the server refused a call for want of a permission, which its message names. */
export const isForbidden = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'flag_missing'
