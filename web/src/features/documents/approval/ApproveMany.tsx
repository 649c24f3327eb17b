import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import type { PendingRow } from '#contract/document-rows.ts'
import { messageOf } from '../../../api/errors.ts'
import { confirm } from '../../../ui/dialogs/ask.ts'
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
  const { progress } = approvals
  const askAll = async () => {
    try {
      const count = await approvals.countAll()
      const confirmed = await confirm({
        title: t`Approve All Pending Invoices`,
        body: (
          <Trans>
            Are you sure you want to approve ALL{' '}
            <Plural value={count} one="# pending invoice" other="# pending invoices" /> that you may approve,
            on every page? This action is not reversible.
          </Trans>
        ),
        confirm_label: t`Approve`,
      })
      if (confirmed) await approvals.approveAll()
    } catch (error) {
      toastBad(`${t`Error fetching pending invoices!`} ${messageOf(error)}`)
    }
  }
  const selected = chosen.length
  const askSelected = async () => {
    if (selected < 2) return toastBad(t`Please select more than one invoice for bulk approval!`)
    const confirmed = await confirm({
      title: t`Bulk Approve`,
      body: (
        <Trans>
          Are you sure you want to approve <Plural value={selected} one="# invoice" other="# invoices" />?
          This action is not reversible.
        </Trans>
      ),
      confirm_label: t`Approve`,
    })
    if (confirmed) await approvals.approveSelected(chosen)
  }
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
          onClick={askSelected}
        >
          <Trans>Bulk Approve ({selected})</Trans>
        </Button>
      )}
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
