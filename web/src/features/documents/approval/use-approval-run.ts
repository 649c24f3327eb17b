import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type ApprovalRun, approvals } from '#contract/approvals.ts'
import { q, refresh } from '../../../api/queries.ts'
import { useAct } from '../../../ui/acts/use-act.ts'
import { toastBad, toastGood } from '../../../ui/toasts.ts'

const LOOK_AGAIN_MS = 1_000

/**
 * Approving many in one act: how the last one stands, in whichever tab it was begun, and what may be done. A long one
 * is asked after until it ends; `onEnd` hears of each that ends while the screen looks on.
 */
export const useApprovalRun = (onEnd: (run: ApprovalRun) => void) => {
  const { t } = useLingui()
  const [dismissed, setDismissed] = useState<string>()
  const { data, dataUpdatedAt } = useQuery({
    ...q(approvals.latest),
    refetchInterval: ({ state }) => lookAfter(state.data?.run),
  })
  const run = data?.run ?? undefined
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
  const undoing = useAct(approvals.undo)

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
  useEnd(run, { approving: tell, undoing: tellUndone })

  return {
    run: run && isTold(run) && run.id !== dismissed ? run : undefined,
    read_at: dataUpdatedAt,
    busy: selected.busy || all.busy || run?.state === 'approving',
    undoing: undoing.busy || run?.state === 'undoing',
    dismiss: () => setDismissed(run?.id),
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
    undo: async (id: string) => {
      const reply = await undoing.act({ params: { id } })
      if (reply?.state === 'undone') tellUndone(reply)
    },
  }
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

const lookAfter = (run: ApprovalRun | null | undefined): number | false => {
  if (run?.state === 'undoable') return Math.max(LOOK_AGAIN_MS, run.undo_ms + LOOK_AGAIN_MS)
  return run?.state === 'approving' || run?.state === 'undoing' ? LOOK_AGAIN_MS : false
}

/** Of one that has ended well there is nothing left to say. */
const isTold = ({ state, refused }: ApprovalRun) =>
  state === 'released' ? refused > 0 : state !== 'undone' && state !== 'frozen'

/** Hears once that what went on has ended; the lists are old then. */
const useEnd = (
  run: ApprovalRun | undefined,
  hear: Record<'approving' | 'undoing', (run: ApprovalRun) => void>,
) => {
  const client = useQueryClient()
  const before = useRef<ApprovalRun>(undefined)
  useEffect(() => {
    const former = before.current
    before.current = run
    if (!run || former?.id !== run.id || former.state === run.state) return
    if (former.state !== 'approving' && former.state !== 'undoing') return
    // One that is undone before its end did not end by itself.
    if (run.state === 'undoing') return
    void refresh(client, approvals.undo)
    if (former.state === 'undoing' || run.state === 'undone') hear.undoing(run)
    else hear.approving(run)
  })
}
