import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChecks } from '@tabler/icons-react'
import { useState } from 'react'
import type { PendingRow } from '#contract/document-rows.ts'
import type { useApprovalRun } from './use-approval-run.ts'
import { type Matching, useQuestions } from './use-questions.tsx'

type Props = {
  chosen: readonly PendingRow[]
  runs: ReturnType<typeof useApprovalRun>
  /** What the filters leave on all pages; undefined where that is no more than is chosen. */
  matching: Matching | undefined
  onDone: () => void
}

/** The buttons that approve several documents; the one for all appears with Shift+Alt+A. */
export const ApproveMany = ({ chosen, runs, matching, onDone }: Props) => {
  const [revealed, setRevealed] = useState(false)
  // The key gives 'å' on some keyboards, hence its place and not its letter; and that 'å' to whoever types it.
  const key = { usePhysicalKeys: true, preventDefault: false }
  useHotkeys([['shift+alt+A', () => setRevealed(true), key]], [])
  const { askSelected, askMatching, askAll } = useQuestions(runs, onDone)
  const selected = chosen.length
  const count = matching?.count.toLocaleString('en')
  const look = { loading: runs.busy }
  return (
    <>
      {revealed && (
        <Button {...look} variant="default" onClick={() => void askAll()}>
          <Trans>Approve All Pending Invoices</Trans>
        </Button>
      )}
      {matching && (
        <Button {...look} variant="default" onClick={() => void askMatching(matching)}>
          <Trans>Approve all {count} that match</Trans>
        </Button>
      )}
      {selected > 1 && (
        <Button
          {...look}
          leftSection={<IconChecks size={16} aria-hidden />}
          onClick={() => void askSelected(chosen)}
        >
          <Trans>Bulk Approve ({selected})</Trans>
        </Button>
      )}
    </>
  )
}
