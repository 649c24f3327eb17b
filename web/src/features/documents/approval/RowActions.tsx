import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Group, Text, Tooltip } from '@mantine/core'
import { IconCheck, IconEye, IconX, type TablerIcon } from '@tabler/icons-react'
import type { PendingRow } from '#contract/document-rows.ts'
import { told } from '../../../i18n.ts'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { otherParty } from '../other-party.ts'
import type { Decision } from './use-decide.tsx'

type Props = {
  row: PendingRow
  /** With their words, for a thumb. */
  labelled?: boolean
  onPreview: (row: PendingRow) => void
  onDecide: (decision: Decision) => void
}

/**
 * Preview, Approve and Reject; who made the document, or may not decide it, is told why. What takes the place of a
 * document that is not cancelled yet can be rejected only.
 */
export const RowActions = ({ row, labelled = false, onPreview, onDecide }: Props) => {
  const { t } = useLingui()
  const number = row.invoice_number
  const party = otherParty(row.invoice_type, row.sender, row.customer.name)
  // What corrects another one may be approved only once that is cancelled.
  const cancelled_original = row.may_approve.ok ? row.corrects_number : undefined
  const decide = (kind: Decision['kind']) =>
    onDecide({ kind, row, party, revision: row.revision, cancelled_original })
  return (
    // The first icon, and not the space around it, stands beneath the head.
    <Group
      gap={labelled ? 6 : 4}
      wrap={labelled ? 'wrap' : 'nowrap'}
      w={labelled ? '100%' : undefined}
      ml={row.may_reject.ok && !labelled ? -5 : undefined}
    >
      <RowAction
        label={t`Preview ${number}`}
        {...(labelled && { word: t`Preview` })}
        icon={IconEye}
        opens
        onClick={() => onPreview(row)}
      />
      {row.may_reject.ok ? (
        <>
          <RowAction
            label={t`Approve ${number}`}
            {...(labelled && { word: t`Approve` })}
            icon={IconCheck}
            tone="good"
            why_not={row.may_approve.why}
            onClick={() => decide('approve')}
          />
          <RowAction
            label={t`Reject ${number}`}
            {...(labelled && { word: t`Reject` })}
            icon={IconX}
            tone="bad"
            onClick={() => decide('reject')}
          />
        </>
      ) : (
        <Tooltip label={told(row.may_reject.why)} multiline maw={260}>
          <Text size="xs" lh={1.2} c="dimmed" tabIndex={0} style={{ whiteSpace: 'normal' }}>
            <Trans>Not yours to decide</Trans>
          </Text>
        </Tooltip>
      )}
    </Group>
  )
}

type RowActionProps = {
  label: string
  /** Stands beside the icon; without it the icon alone tells. */
  word?: string
  icon: TablerIcon
  tone?: 'good' | 'bad'
  /** It opens the row. */
  opens?: true
  /** Why it cannot be used now; empty or absent means that it can. */
  why_not?: string
  onClick: () => void
}

const RowAction = ({ label, word, icon: Icon, tone, opens, why_not = '', onClick }: RowActionProps) => {
  const coloured = tone && !why_not && { color: `var(--${tone})` }
  const icon = <Icon size={18} stroke={1.8} aria-hidden {...coloured} />
  const act = { 'aria-label': label, 'data-opens': opens, why_not, onClick }
  if (word) {
    return (
      <ReasonedButton {...act} variant="default" px="xs" flex="1 1 auto" leftSection={icon}>
        {word}
      </ReasonedButton>
    )
  }
  if (why_not) {
    return (
      <ReasonedButton {...act} variant="subtle" color="gray" w={28} mih={28} h={28} p={0}>
        {icon}
      </ReasonedButton>
    )
  }
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={label}
        data-opens={opens}
        onClick={onClick}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}
