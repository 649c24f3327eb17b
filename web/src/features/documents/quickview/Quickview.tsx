import { useLingui } from '@lingui/react/macro'
import { Drawer, Skeleton, Stack } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { documents } from '#contract/documents.ts'
import type { Status } from '#domain/documents/lifecycle.ts'
import { q, refresh } from '../../../api/queries.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { focusRow } from '../../../ui/table/focus-row.ts'
import { InvoiceDetails } from './InvoiceDetails.tsx'
import { refetchAfter } from './progress.ts'

type Props = {
  /** The open document; undefined when the panel is closed. */
  uuid: string | undefined
  /** The rows of the list, for J and K. */
  rows: readonly { uuid: string }[]
  onMove: (uuid: string) => void
  onClose: () => void
}

/** The side panel 'Invoice Details'. Esc and a click outside close it, J and K move through the list. */
export const Quickview = ({ uuid, rows, onMove, onClose }: Props) => {
  const { t } = useLingui()
  const at = rows.findIndex((row) => row.uuid === uuid)
  const step = (by: 1 | -1) => {
    const next = rows[at + by]
    if (uuid && at >= 0 && next) onMove(next.uuid)
  }
  useHotkeys([
    ['J', () => step(1)],
    ['K', () => step(-1)],
  ])
  useFocusBack(uuid)
  return (
    <Drawer
      opened={uuid !== undefined}
      onClose={onClose}
      position="right"
      size={560}
      title={t`Invoice Details`}
      overlayProps={{ backgroundOpacity: 0.12 }}
      returnFocus={false}
    >
      {uuid && <Loaded uuid={uuid} />}
    </Drawer>
  )
}

const Loaded = ({ uuid }: { uuid: string }) => {
  const { t } = useLingui()
  const detail = useQuery({
    ...q(documents.get, { params: { uuid } }),
    refetchInterval: (query) => refetchAfter(query.state.data?.status),
  })
  useListFollows(uuid, detail.data?.status)
  if (detail.data) return <InvoiceDetails document={detail.data} />
  if (detail.error) {
    return <LoadError error={detail.error} title={t`The document could not be loaded.`} />
  }
  return (
    <Stack aria-busy>
      <Skeleton h={24} w="60%" />
      <Skeleton h={72} />
      <Skeleton h={220} />
    </Stack>
  )
}

/** When the open document moves on, the list behind it is asked for again. */
const useListFollows = (uuid: string, status: Status | undefined) => {
  const client = useQueryClient()
  const seen = useRef({ uuid, status })
  useEffect(() => {
    const before = seen.current
    seen.current = { uuid, status }
    if (before.uuid === uuid && before.status && before.status !== status) {
      refresh(client, documents.check)
    }
  }, [client, uuid, status])
}

/** Focus goes back to the row whose panel was closed. */
const useFocusBack = (uuid: string | undefined) => {
  const last = useRef<string>(undefined)
  useEffect(() => {
    if (uuid) last.current = uuid
    else if (last.current) focusRow(last.current)
  }, [uuid])
}
