import { useLingui } from '@lingui/react/macro'
import { Skeleton, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { documents } from '#contract/documents.ts'
import type { Status } from '#domain/documents/lifecycle.ts'
import { useFollowing } from '../../../api/following.ts'
import { q, refresh } from '../../../api/queries.ts'
import { useKeys } from '../../../ui/keys/keys.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { SidePanel } from '../../../ui/side-panel/SidePanel.tsx'
import { useRoomBeside } from '../../../ui/side-panel/use-room-beside.ts'
import { focusRow } from '../../../ui/table/focus-row.ts'
import { usePlace } from '../use-place.ts'
import { InvoiceDetails } from './InvoiceDetails.tsx'
import { refetchAfter } from './progress.ts'
import { useKeptFocus } from './use-kept-focus.ts'

type Props = {
  /** The open document; undefined when the panel is closed. */
  uuid: string | undefined
  /** The rows of the list as they stand there, for J and K. */
  rows: readonly { uuid: string }[]
  onMove: (uuid: string) => void
  onClose: () => void
}

/**
 * 'Invoice Details'. Esc closes it, J and K move through the list. Beside the list the list stays usable: a row that is
 * opened there brings the focus here, while J and K leave it where it is.
 */
export const Quickview = ({ uuid, rows, onMove, onClose }: Props) => {
  const { t } = useLingui()
  const panel = useRef<HTMLElement>(null)
  const beside = useRoomBeside()
  const stepped = useRef<string>(undefined)
  const at = usePlace(rows, uuid)
  const step = (by: 1 | -1) => {
    const next = at && rows[by > 0 ? at.next : at.former]
    if (!next) return
    stepped.current = next.uuid
    // What has the focus in here goes with what it is about.
    if (panel.current?.contains(document.activeElement)) panel.current.focus()
    else if (beside) focusRow(next.uuid)
    onMove(next.uuid)
  }
  const keys = { j: () => step(1), k: () => step(-1), ...(beside && { Escape: onClose }) }
  useKeys(uuid ? keys : {}, { in_dialog: !beside })
  useFocus(panel, uuid, stepped)
  return (
    <SidePanel opened={uuid !== undefined} title={t`Invoice Details`} panel={panel} onClose={onClose}>
      {uuid && <Loaded uuid={uuid} panel={panel} />}
    </SidePanel>
  )
}

const Loaded = ({ uuid, panel }: { uuid: string; panel: RefObject<HTMLElement | null> }) => {
  const { t } = useLingui()
  const following = useFollowing()
  const detail = useQuery({
    ...q(documents.get, { params: { uuid } }),
    refetchInterval: (query) => refetchAfter(query.state.data?.status, following),
  })
  useListFollows(uuid, detail.data?.status)
  useKeptFocus(panel, detail.data?.status)
  if (detail.data) return <InvoiceDetails document={detail.data} />
  if (detail.error) {
    return (
      <LoadError
        error={detail.error}
        title={t`The document could not be loaded.`}
        onRetry={() => void detail.refetch()}
      />
    )
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

/** Focus comes with what is opened beside the list, from its top on, and goes back to the row when it is closed. */
const useFocus = (
  panel: RefObject<HTMLElement | null>,
  uuid: string | undefined,
  stepped: RefObject<string | undefined>,
) => {
  const last = useRef<string>(undefined)
  useEffect(() => {
    if (uuid) {
      last.current = uuid
      panel.current?.scrollTo({ top: 0 })
      if (uuid !== stepped.current) panel.current?.focus({ preventScroll: true })
    } else if (last.current && !document.activeElement?.closest('[data-row]')) focusRow(last.current)
    stepped.current = undefined
  }, [panel, uuid, stepped])
}
