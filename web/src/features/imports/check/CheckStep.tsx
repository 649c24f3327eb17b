import { Plural, Trans } from '@lingui/react/macro'
import { Button, Group, Stack } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { Import } from '#contract/imports/shapes.ts'
import { useSearchState } from '../../../ui/address/use-search-state.ts'
import { useDiscardQuestion } from '../../../ui/dialogs/use-discard-question.ts'
import { useLeaveGuard, useUnloadGuard } from '../../../ui/dialogs/use-leave-guard.ts'
import { ErrorFileButton } from '../ErrorFileButton.tsx'
import { FileNotes } from '../FileNotes.tsx'
import { readImport } from '../import-address.ts'
import shared from '../imports.module.css'
import { Counters } from './Counters.tsx'
import { Problems } from './Problems.tsx'
import { RowsCard } from './RowsCard.tsx'
import { StoreButton } from './StoreButton.tsx'
import { Undo } from './Undo.tsx'
import { type Corrections, useCorrections } from './use-correct.ts'
import { Warnings } from './Warnings.tsx'

/** What is good and what is not, and everything that can be mended before a document is stored. */
export const CheckStep = ({ upload }: { upload: Import }) => {
  const { search, set, replace } = useSearchState(readImport)
  // Counts how often rows became others behind the list: it is asked for anew then.
  const [turn, setTurn] = useState(0)
  const changed = () => setTurn(turn + 1)
  const corrections = useCorrections()
  useLeaveGuard(
    () => corrections.unsent.size > 0,
    useDiscardQuestion(),
    // Which rows are seen stands in the address as well.
    ({ current, next }) => next.pathname !== current.pathname || readImport(next.search).step === 'columns',
  )
  // What is on its way goes on behind another screen, but not behind a closed tab.
  useUnloadGuard(corrections.isWaiting)
  const step = useRef<HTMLDivElement>(null)
  // What was pressed is gone by then: the way back is next, else the counter that tells what is left.
  useEffect(() => {
    const next =
      turn > 0 &&
      (step.current?.querySelector<HTMLElement>('[data-undo]') ?? step.current?.querySelector('button'))
    if (next) next.focus()
  }, [turn])
  // As it was found: the last bad row does not go from under the cursor as it becomes good.
  const [usual] = useState<'all' | 'bad'>(upload.counts.bad > 0 ? 'bad' : 'all')
  const show = search.show ?? (search.problem ? 'bad' : usual)
  return (
    <Stack ref={step}>
      <Counters counts={upload.counts} show={show} onShow={(to) => set({ show: to, problem: undefined })} />
      <FileNotes upload={upload} />
      <Undo upload={upload} onUndone={changed} />
      <Problems
        upload={upload}
        chosen={show === 'warned' ? undefined : search.problem}
        onChoose={(problem) => set({ problem, show: problem ? 'bad' : undefined })}
        onMended={() => {
          replace({ problem: undefined })
          changed()
        }}
      />
      <Warnings
        upload={upload}
        rows={{
          chosen: show === 'warned' ? search.problem : undefined,
          onChoose: (problem) => set({ problem, show: problem ? 'warned' : undefined }),
        }}
      />
      <RowsCard
        {...{ upload, turn, corrections }}
        shown={{ show, problem: search.problem }}
        all_columns={search.columns === 'all'}
        onAllColumns={(all) => replace({ columns: all ? 'all' : undefined })}
      />
      <Foot upload={upload} corrections={corrections} />
    </Stack>
  )
}

type FootProps = { upload: Import; corrections: Corrections }

const Foot = ({ upload, corrections }: FootProps) => {
  const { set } = useSearchState(readImport)
  const { good, bad, dropped } = upload.counts
  const left = bad + dropped
  return (
    <div className={shared.bar}>
      <p className={shared.verdict}>
        <strong>
          <Plural value={good} one="# document is ready." other="# documents are ready." />
        </strong>{' '}
        {left > 0 && (
          <span className={shared.quiet}>
            <Plural value={left} one="# stays behind." other="# stay behind." />
          </span>
        )}
      </p>
      <Group gap="xs">
        <Button
          variant="subtle"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={() => set({ step: 'columns' })}
        >
          <Trans>Match columns again</Trans>
        </Button>
        {left > 0 && <ErrorFileButton upload={upload} />}
        <StoreButton upload={upload} corrections={corrections} />
      </Group>
    </div>
  )
}
