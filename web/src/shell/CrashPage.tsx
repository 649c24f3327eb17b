import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { messageOf } from '../api/errors.ts'
import { EmptyState } from '../ui/EmptyState.tsx'

/** A screen that could not be shown: what happened, and another try. */
export const CrashPage = ({ error }: ErrorComponentProps) => {
  const { t } = useLingui()
  const router = useRouter()
  return (
    <main>
      <EmptyState
        title={t`This screen could not be shown.`}
        icon={IconPlugConnectedX}
        action={
          <Button onClick={() => router.invalidate()}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        {messageOf(error)}
      </EmptyState>
    </main>
  )
}
