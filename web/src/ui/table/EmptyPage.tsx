import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../EmptyState.tsx'
import { pagesOf } from './page-count.ts'

type Props = {
  page: number
  page_size: number
  count: number
  onPage: (page: number) => void
  /** What an empty list says. */
  children: ReactNode
}

/** A page without rows: past the end of the list it says so and offers the last one; else the list is empty. */
export const EmptyPage = ({ page, page_size, count, onPage, children }: Props) => {
  const { t } = useLingui()
  const pages = pagesOf(count, page_size)
  if (count === 0) return children
  // The rows of this page are on their way.
  if (page <= pages) return null
  return (
    <EmptyState
      title={t`There is no page ${page}.`}
      icon={IconFileOff}
      action={
        <Button variant="default" onClick={() => onPage(pages)}>
          <Trans>Go to the last page</Trans>
        </Button>
      }
    >
      {t`The list ends with page ${pages}.`}
    </EmptyState>
  )
}
