import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type ApprovalRun, type ApprovalRunState, approvals } from '#contract/approvals.ts'
import { q, refresh } from '../../../api/queries.ts'
import { useAct } from '../../../ui/acts/use-act.ts'
import { toastBad, toastGood } from '../../../ui/toasts.ts'

const LOOK_AGAIN_MS = 1_000

/**
 * Approving many in one act: how the last ones stand, in whichever tab they were begun, and what may be done. `onEnd`
 * hears of each that ends while the screen looks on.
 */
export const useApprovalRun = (onEnd: (run: ApprovalRun) => void) => {
  const { t } = useLingui()
  const { runs, ...latest } = useLatest()
  const bad = t`Error approving selected invoices!`
  const bad_all = t`Error approving all pending invoices!`
  const selected = useAct(approvals.approve, {
    failed: (message) => `${bad} ${message}`,
    onLate: ({ run }, waits) => tell(run, waits),
  })
  const freezing = useAct(approvals.freeze, {
    failed: (message) => `${t`Error fetching pending invoices!`} ${message}`,
  })
  const all = useAct(approvals.approveFrozen, { failed: (message) => `${bad_all} ${message}` })

  const isFirst = useFirst()
  const all_of_them = useRef<string>(undefined)
  /** Says one thing about all; of one that goes on it is said at its end. `here`: in sight of the list. Always true. */
  const tell = (ended: ApprovalRun, here = true): boolean => {
    if (!isFirst(`${ended.id} ended`)) return true
    const { refused, total } = ended
    const of_all = ended.id === all_of_them.current
    const good = of_all
      ? t`All pending invoices approved successfully!`
      : t`Selected invoices approved successfully!`
    const words =
      refused === 0
        ? good
        : t`${of_all ? bad_all : bad} ${refused} of ${total} were not approved; the reasons stand above the list.`
    const toast = refused === 0 ? toastGood : toastBad
    toast(here ? words : t`${words} Under Approvals you can undo it within ten seconds of its arrival.`)
    onEnd(ended)
    return true
  }
  const tellUndone = ({ id }: ApprovalRun) => {
    if (isFirst(`${id} undone`)) toastGood(t`The approval was undone. The invoices wait for approval again.`)
  }
  useEnds(runs, { approving: tell, undoing: tellUndone })

  return {
    ...latest,
    busy: selected.busy || all.busy || runs.some(({ state }) => state === 'approving'),
    freeze: async (body: Parameters<typeof freezing.act>[0]['body']) => freezing.act({ body }),
    approveSelected: async (rows: readonly { uuid: string; revision: number }[]) => {
      const documents = rows.map(({ uuid, revision }) => ({ uuid, revision }))
      const reply = await selected.act({ body: { documents } })
      if (reply) tell(reply.run)
      return reply !== undefined
    },
    approveFrozen: async ({ id }: ApprovalRun, of_all: boolean) => {
      if (of_all) all_of_them.current = id
      const reply = await all.act({ params: { id } })
      if (reply && reply.state !== 'approving') tell(reply)
      return reply !== undefined
    },
    tellUndone,
  }
}

/** A long one is asked after until it ends. `told`: those of which there is something to say, the newest first. */
const useLatest = () => {
  const [dismissed, setDismissed] = useState<readonly string[]>([])
  const { data, dataUpdatedAt: read_at } = useQuery({
    ...q(approvals.latest),
    refetchInterval: ({ state }) => lookAfter(state.data?.runs),
  })
  const runs = data?.runs ?? []
  const told = toldOf(runs).filter(({ id }) => !dismissed.includes(id))
  const dismiss = ({ id }: ApprovalRun) => setDismissed((before) => [...before, id])
  return { runs, told, read_at, dismiss }
}

/** Whether something is said for the first time: both the answer of an act and looking after it tell how it ended. */
const useFirst = () => {
  const said = useRef(new Set<string>())
  return (what: string): boolean => {
    if (said.current.has(what)) return false
    said.current.add(what)
    return true
  }
}

const lookAfter = (runs: readonly ApprovalRun[] = []): number | false => {
  const pauses = runs.flatMap(({ state, undo_ms }) => {
    if (state === 'undoable') return Math.max(LOOK_AGAIN_MS, undo_ms + LOOK_AGAIN_MS)
    return state === 'approving' || state === 'undoing' ? LOOK_AGAIN_MS : []
  })
  return pauses.length > 0 && Math.min(...pauses)
}

/** What goes on or can be undone, and of those that were released the last one that refused any. */
const toldOf = (runs: readonly ApprovalRun[]): ApprovalRun[] => {
  const last = runs.find(({ state, refused }) => state === 'released' && refused > 0)
  return runs.filter((run) => run === last || OPEN.includes(run.state))
}
const OPEN: readonly ApprovalRunState[] = ['approving', 'undoable', 'undoing']

/** Hears once of each that went on that it has ended; the lists are old then. */
const useEnds = (
  runs: readonly ApprovalRun[],
  hear: Record<'approving' | 'undoing', (run: ApprovalRun) => void>,
) => {
  const client = useQueryClient()
  const before = useRef(new Map<string, ApprovalRunState>())
  useEffect(() => {
    for (const run of runs) {
      const former = before.current.get(run.id)
      before.current.set(run.id, run.state)
      if (former === run.state || (former !== 'approving' && former !== 'undoing')) continue
      // One that is undone before its end did not end by itself.
      if (run.state === 'undoing') continue
      void refresh(client, approvals.undo)
      if (former === 'undoing' || run.state === 'undone') hear.undoing(run)
      else hear.approving(run)
    }
  })
}
