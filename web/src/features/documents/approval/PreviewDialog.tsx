import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PendingRow } from '#contract/document-rows.ts'
import { documents } from '#contract/documents.ts'
import { q } from '../../../api/queries.ts'
import { useFocusBack } from '../../../ui/dialogs/focus-back.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { DocumentContent } from '../content/DocumentContent.tsx'
import type { Decision } from './use-decide.tsx'

type Props = {
  uuid: string | undefined
  row: PendingRow | undefined
  onDecide: (decision: Decision) => void
  onClose: () => void
}

/** The whole document before the decision, with the logo of its sender entity. */
export const PreviewDialog = ({ uuid, row, onDecide, onClose }: Props) => {
  const number = row?.invoice_number
  return (
    <Modal opened={uuid !== undefined} onClose={onClose} size={960} title={number} returnFocus={false}>
      {uuid && <Preview uuid={uuid} row={row} onDecide={onDecide} />}
    </Modal>
  )
}

const Preview = ({ uuid, row, onDecide }: { uuid: string } & Pick<Props, 'row' | 'onDecide'>) => {
  const { t } = useLingui()
  useFocusBack()
  const detail = useQuery(q(documents.get, { params: { uuid } }))
  if (detail.error) {
    return <LoadError error={detail.error} title={t`The document could not be loaded.`} />
  }
  if (!detail.data) return <Skeleton h={320} />
  const { revision } = detail.data
  return (
    <>
      <DocumentContent document={detail.data} />
      {row?.may_approve.ok ? (
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            c="var(--bad)"
            onClick={() => onDecide({ kind: 'reject', row, revision })}
          >
            <Trans>Reject</Trans>
          </Button>
          <Button onClick={() => onDecide({ kind: 'approve', row, revision })}>
            <Trans>Approve</Trans>
          </Button>
        </Group>
      ) : (
        <Text size="sm" c="dimmed" ta="right">
          {row?.may_approve.why}
        </Text>
      )}
    </>
  )
}
