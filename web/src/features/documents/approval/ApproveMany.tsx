import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useState } from 'react'
import type { PendingRow } from '#contract/documents.ts'
import { messageOf } from '../../../api/errors.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { toastBad } from '../../../ui/toasts.ts'
import type { useApprovals } from './use-approvals.ts'

type Props = {
  chosen: readonly PendingRow[]
  approvals: ReturnType<typeof useApprovals>
  /** Whether Shift+Alt+A has shown the button for all. */
  revealed: boolean
}

/** The buttons that approve several documents, and the one question before each. */
export const ApproveMany = ({ chosen, approvals, revealed }: Props) => {
  const { t } = useLingui()
  const [asking, setAsking] = useState<{ kind: 'selected' | 'all'; count: number }>()
  const { progress } = approvals
  const close = () => setAsking(undefined)
  const askAll = async () => {
    try {
      setAsking({ kind: 'all', count: await approvals.countAll() })
    } catch (error) {
      toastBad(`${t`Error fetching pending invoices!`} ${messageOf(error)}`)
    }
  }
  const run = () => {
    close()
    if (asking?.kind === 'all') return approvals.approveAll()
    if (chosen.length > 1) return approvals.approveSelected(chosen)
    return toastBad(t`Please select more than one invoice for bulk approval!`)
  }
  const selected = chosen.length
  const count = asking?.count ?? 0
  return (
    <>
      {progress && <Told done={progress.done} count={progress.count} />}
      {revealed && (
        <Button variant="default" loading={progress !== undefined} onClick={askAll}>
          <Trans>Approve All Pending Invoices</Trans>
        </Button>
      )}
      {selected > 1 && (
        <Button
          leftSection={<IconChecks size={16} aria-hidden />}
          loading={progress !== undefined}
          onClick={() => setAsking({ kind: 'selected', count: selected })}
        >
          <Trans>Bulk Approve ({selected})</Trans>
        </Button>
      )}
      <ConfirmDialog
        opened={asking !== undefined}
        title={asking?.kind === 'all' ? t`Approve All Pending Invoices` : t`Bulk Approve`}
        confirm_label={t`Approve`}
        onConfirm={run}
        onClose={close}
      >
        {asking?.kind === 'all' ? (
          <Trans>
            Are you sure you want to approve ALL{' '}
            <Plural value={count} one="# pending invoice" other="# pending invoices" /> that you may approve,
            on every page? This action is not reversible.
          </Trans>
        ) : (
          <Trans>
            Are you sure you want to approve <Plural value={count} one="# invoice" other="# invoices" />? This
            action is not reversible.
          </Trans>
        )}
      </ConfirmDialog>
    </>
  )
}

const Told = ({ done, count }: { done: number; count: number }) => (
  <Text size="sm" c="dimmed" role="status" className="figures">
    <Trans>
      {done} of {count} decided
    </Trans>
  </Text>
)
