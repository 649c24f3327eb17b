import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { told } from '../../../i18n.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import classes from './Preview.module.css'
import type { Decision } from './use-decide.tsx'
import type { Steps } from './use-preview.ts'

/** What stays in sight however long the document is: the way to its neighbours, and the decision. */
export const PreviewFoot = ({ steps, children }: { steps: Steps; children: ReactNode }) => (
  <div className={classes.foot}>
    {steps && steps.count > 1 && <Neighbours steps={steps} />}
    <div className={classes.decision}>{children}</div>
  </div>
)

/** By J and K as well. */
const Neighbours = ({ steps: { at, count, onFormer, onNext } }: { steps: NonNullable<Steps> }) => {
  const { t } = useLingui()
  const place = at === undefined ? 0 : at + 1
  const look = { variant: 'default', px: 0, className: classes.step ?? '' } as const
  return (
    <Group gap="xs" wrap="nowrap" data-steps>
      <ReasonedButton
        {...look}
        aria-label={t`Previous document`}
        why_not={onFormer ? '' : t`This is the first one on this page.`}
        {...(onFormer && { onClick: onFormer })}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ReasonedButton>
      <ReasonedButton
        {...look}
        aria-label={t`Next document`}
        why_not={onNext ? '' : t`This is the last one on this page.`}
        {...(onNext && { onClick: onNext })}
      >
        <IconChevronRight size={16} aria-hidden />
      </ReasonedButton>
      <Text size="sm" c="dimmed" className="figures" aria-live="polite">
        {place > 0 && (
          <Trans>
            {place} of {count} on this page
          </Trans>
        )}
      </Text>
    </Group>
  )
}

type Decided = { row: DocumentDetail; fetching: boolean; onDecide: (decision: Decision) => void }

/** Approve and Reject, or why it is not this person's to decide. */
export const DecisionButtons = ({ row, fetching, onDecide }: Decided) => {
  // What is decided upon is what was looked at: another content that comes beneath the eyes is told of first.
  const [seen, setSeen] = useState<number>()
  if (seen === undefined && !fetching) setSeen(row.revision)
  if (!row.may.reject.ok) {
    return (
      <Text size="sm" c="dimmed" ta="right">
        {told(row.may.reject.why)}
      </Text>
    )
  }
  const revision = seen ?? row.revision
  if (revision !== row.revision) return <Overtaken onSeen={() => setSeen(row.revision)} />
  const cancelled_original =
    row.corrects?.status === 'User Cancelled' ? row.corrects.invoice_number : undefined
  const decided = { row, party: row.customer.name, revision, cancelled_original }
  return (
    <>
      <Button variant="default" c="var(--bad)" onClick={() => onDecide({ kind: 'reject', ...decided })}>
        <Trans>Reject</Trans>
      </Button>
      <ReasonedButton why_not={row.may.approve.why} onClick={() => onDecide({ kind: 'approve', ...decided })}>
        <Trans>Approve</Trans>
      </ReasonedButton>
    </>
  )
}

/** In the place of the buttons, so that nobody approves what they have not read. */
const Overtaken = ({ onSeen }: { onSeen: () => void }) => (
  <Notice tone="waiting" title={<Trans>Somebody else changed this document meanwhile.</Trans>}>
    <p>
      <Trans>It stands above as it is now. Look at it again before you decide.</Trans>
    </p>
    <Button variant="default" size="compact-sm" onClick={onSeen}>
      <Trans>Decide upon it as it is now</Trans>
    </Button>
  </Notice>
)
