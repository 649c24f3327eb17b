import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { documents } from '#contract/documents.ts'
import { q } from '../../../api/queries.ts'
import { isForbidden } from '../../../ui/LoadError.tsx'
import { whenWanted } from '../../../ui/later/later.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { openRequests } from './open-requests.ts'
import type { RequestsProps } from './RequestPanel.tsx'

/** Most days nobody asks. */
const RequestPanel = whenWanted(async () => (await import('./RequestPanel.tsx')).RequestPanel)

const ASK_AGAIN_MS = 60_000

/** The first who asked the authority to reject a document of ours, while a cancellation can still answer them. */
export const RejectionRequests = ({ onOpen, onAll }: RequestsProps) => {
  const now = useNow(ASK_AGAIN_MS)
  const { data, error, refetch } = useQuery({ ...q(documents.askedBack), refetchInterval: ASK_AGAIN_MS })
  const open = openRequests(data?.requests ?? [], now)
  if (error && !data && !isForbidden(error)) {
    return (
      <Notice tone="waiting">
        <Trans>Whether you are asked to take documents back could not be loaded.</Trans>{' '}
        <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
          <Trans>Retry</Trans>
        </Button>
      </Notice>
    )
  }
  if (open.length === 0) return null
  return (
    <Suspense>
      <RequestPanel open={open} onOpen={onOpen} onAll={onAll} />
    </Suspense>
  )
}
