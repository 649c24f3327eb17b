import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Skeleton, Text } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { documents } from '#contract/documents.ts'
import { q } from '../../../api/queries.ts'
import { told } from '../../../i18n.ts'
import { useFocusBack } from '../../../ui/dialogs/focus-back.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { Corrections } from '../content/Corrections.tsx'
import { DocumentContent } from '../content/DocumentContent.tsx'
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
  // What is decided upon is what was opened: if another content comes beneath the eyes, the server refuses.
  const [opened, setOpened] = useState<number>()
  if (opened === undefined && detail.data && !detail.isFetching) setOpened(detail.data.revision)
  if (!detail.data) {
    if (!detail.error) return <Skeleton h={320} />
    return <LoadError error={detail.error} title={t`The document could not be loaded.`} />
  }
  const row = detail.data
  const revision = opened ?? row.revision
  return (
    <>
      <Corrections document={row} />
      <DocumentContent document={row} />
      {row.may.approve.ok ? (
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
          {told(row.may.approve.why)}
        </Text>
      )}
    </>
  )
}
