import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { documents } from '#contract/documents.ts'
import { q } from '../../../api/queries.ts'
import { told } from '../../../i18n.ts'
import { useFocusBack } from '../../../ui/dialogs/focus-back.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { Corrections } from '../content/Corrections.tsx'
import { DocumentContent } from '../content/DocumentContent.tsx'
import { Edits } from '../content/Edits.tsx'
import { Timeline } from '../quickview/Timeline.tsx'
import type { Decision } from './use-decide.tsx'

type Props = {
  uuid: string | undefined
  onDecide: (decision: Decision) => void
  onClose: () => void
}

/** The whole document before the decision, with the logo of its sender entity. */
export const PreviewDialog = ({ uuid, onDecide, onClose }: Props) => {
  const { t } = useLingui()
  const opened = uuid !== undefined
  const detail = useQuery({ ...q(documents.get, { params: { uuid: uuid ?? '' } }), enabled: opened })
  const title = detail.data?.invoice_number ?? t`Preview`
  return (
    <Modal opened={opened} onClose={onClose} size={960} title={title} returnFocus={false}>
      <FocusBack />
      {opened && <Preview key={uuid} detail={detail} onDecide={onDecide} />}
    </Modal>
  )
}

/** Gone with the dialog, not before: its own hold on the focus would take that back once more. */
const FocusBack = () => {
  useFocusBack()
  return null
}

type Asked = { detail: UseQueryResult<DocumentDetail> } & Pick<Props, 'onDecide'>

const Preview = ({ detail, onDecide }: Asked) => {
  const { t } = useLingui()
  // What is decided upon is what was looked at: another content that comes beneath the eyes is told of first.
  const [seen, setSeen] = useState<number>()
  if (seen === undefined && detail.data && !detail.isFetching) setSeen(detail.data.revision)
  if (!detail.data) {
    if (!detail.error) return <Skeleton h={320} />
    return (
      <LoadError
        error={detail.error}
        title={t`The document could not be loaded.`}
        onRetry={() => void detail.refetch()}
      />
    )
  }
  const row = detail.data
  const revision = seen ?? row.revision
  const cancelled_original =
    row.corrects?.status === 'User Cancelled' ? row.corrects.invoice_number : undefined
  const decided = { row, party: row.customer.name, revision, cancelled_original }
  const overtaken = revision !== row.revision
  return (
    <>
      <Corrections document={row} />
      <Stack gap="md">
        <Edits document={row} />
        <DocumentContent document={row} />
      </Stack>
      <Timeline history={row.history} />
      {row.may.reject.ok && overtaken ? (
        <Overtaken onSeen={() => setSeen(row.revision)} />
      ) : row.may.reject.ok ? (
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" c="var(--bad)" onClick={() => onDecide({ kind: 'reject', ...decided })}>
            <Trans>Reject</Trans>
          </Button>
          <ReasonedButton
            why_not={row.may.approve.why}
            onClick={() => onDecide({ kind: 'approve', ...decided })}
          >
            <Trans>Approve</Trans>
          </ReasonedButton>
        </Group>
      ) : (
        <Text size="sm" c="dimmed" ta="right" mt="md">
          {told(row.may.reject.why)}
        </Text>
      )}
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
