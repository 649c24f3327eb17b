import { useLingui } from '@lingui/react/macro'
import { Modal, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { documents } from '#contract/documents.ts'
import { q } from '../../../api/queries.ts'
import { useFocusBack } from '../../../ui/dialogs/focus-back.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { focusRow } from '../../../ui/table/focus-row.ts'
import { Corrections } from '../content/Corrections.tsx'
import { DocumentContent } from '../content/DocumentContent.tsx'
import { Edits } from '../content/Edits.tsx'
import { Timeline } from '../quickview/Timeline.tsx'
import classes from './Preview.module.css'
import { DecisionButtons, PreviewFoot } from './PreviewFoot.tsx'
import type { Decision } from './use-decide.tsx'
import type { Steps } from './use-preview.ts'

type Props = {
  uuid: string | undefined
  /** The way to its neighbours; undefined where it is none of the rows. */
  steps: Steps
  onDecide: (decision: Decision) => void
  onClose: () => void
}

const LOOK = { content: classes.panel ?? '', body: classes.body ?? '' }

/** The whole document before the decision, with the logo of its sender entity. */
export const PreviewDialog = ({ uuid, steps, onDecide, onClose }: Props) => {
  const { t } = useLingui()
  const opened = uuid !== undefined
  const detail = useQuery({ ...q(documents.get, { params: { uuid: uuid ?? '' } }), enabled: opened })
  const { data: row, error, isFetching } = detail
  const top = useRef<HTMLDivElement>(null)
  useTopOfNext(top, uuid)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={960}
      title={row?.invoice_number ?? t`Preview`}
      returnFocus={false}
      classNames={LOOK}
    >
      <FocusBack uuid={uuid} />
      <div ref={top} tabIndex={-1} className={classes.document}>
        {row ? (
          <Content key={uuid} row={row} />
        ) : error ? (
          <LoadError
            error={error}
            title={t`The document could not be loaded.`}
            onRetry={() => void detail.refetch()}
          />
        ) : (
          opened && <Skeleton h={320} />
        )}
      </div>
      {(row || steps) && (
        <PreviewFoot steps={steps}>
          {row && <DecisionButtons key={uuid} row={row} fetching={isFetching} onDecide={onDecide} />}
        </PreviewFoot>
      )}
    </Modal>
  )
}

const Content = ({ row }: { row: DocumentDetail }) => (
  <>
    <Corrections document={row} />
    <Stack gap="md">
      <Edits document={row} />
      <DocumentContent document={row} />
    </Stack>
    <Timeline history={row.history} />
  </>
)

/**
 * Another document in the place of the one before begins at its top. The focus goes there, unless it is on the buttons
 * that step.
 */
const useTopOfNext = (top: RefObject<HTMLElement | null>, uuid: string | undefined) => {
  const shown = useRef(uuid)
  useEffect(() => {
    const moved = shown.current && uuid && shown.current !== uuid
    shown.current = uuid
    if (!moved) return
    top.current?.closest('[role="dialog"]')?.scrollTo({ top: 0 })
    if (!document.activeElement?.closest('[data-steps]')) top.current?.focus({ preventScroll: true })
  }, [top, uuid])
}

/**
 * Gone with the dialog, not before: its own hold on the focus would take that back once more. The row that was looked
 * at last has it then, as far as it is there.
 */
const FocusBack = ({ uuid }: { uuid: string | undefined }) => {
  useFocusBack()
  const last = useRef(uuid)
  if (uuid) last.current = uuid
  useLayoutEffect(() => () => queueMicrotask(() => focusRow(last.current ?? '')), [])
  return null
}
