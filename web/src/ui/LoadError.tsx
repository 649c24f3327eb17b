import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconLock, IconPlugConnectedX } from '@tabler/icons-react'
import { ApiError, messageOf } from '../api/errors.ts'
import { EmptyState } from './EmptyState.tsx'

type Props = {
  error: unknown
  /** What failed, where it was no missing right. */
  title?: string
  onRetry?: (() => void) | undefined
}

/**
 * What stands where something was not loaded: a missing right is told as such, what is not there is not tried again,
 * anything else may be.
 */
export const LoadError = ({ error, title, onRetry }: Props) => {
  const { t } = useLingui()
  const words = messageOf(error)
  if (isForbidden(error)) return <EmptyState title={words} icon={IconLock} />
  return (
    <EmptyState
      title={title ?? t`The list could not be loaded.`}
      icon={IconPlugConnectedX}
      action={
        onRetry &&
        mayRetry(error) && (
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

/** Whether another try may help: not where a right is missing, nor where there is no such thing. */
export const mayRetry = (error: unknown) => !isForbidden(error) && !isNowhere(error)

/** Whether there is no such thing, or its id is none. */
const isNowhere = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)

/** Whether the server refused a call for want of a permission, which its message names. */
export const isForbidden = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'flag_missing'
