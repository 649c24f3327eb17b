import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PendingRow } from '#contract/document-rows.ts'
import { documents } from '#contract/documents.ts'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/errors.ts'
import { refresh } from '../../../api/queries.ts'
import { toastBad, toastGood } from '../../../ui/toasts.ts'
import { approveEach, type Outcome } from './approve-each.ts'

const PAGE_SIZE = 50

/** One decision or many. `failures` holds, by uuid, why a document was not approved. */
export const useApprovals = () => {
  const { t } = useLingui()
  const client = useQueryClient()
  const [failures, setFailures] = useState<Outcome['failures']>(new Map())
  const [progress, setProgress] = useState<{ done: number; count: number }>()
  const approve = ({ uuid, revision }: { uuid: string; revision: number }) =>
    call(documents.approve, { params: { uuid }, body: { status: 'Approved', revision } })

  /** Approves each of these, says one thing about all, and remembers which failed and why. */
  const approveMany = async (rows: readonly PendingRow[], good: string, bad: string) => {
    setProgress({ done: 0, count: rows.length })
    const outcome = await approveEach(rows, approve, (done) => setProgress({ done, count: rows.length }))
    setProgress(undefined)
    setFailures(outcome.failures)
    const failed = outcome.failures.size
    if (failed === 0) toastGood(good)
    else toastBad(t`${bad} ${failed} of ${rows.length} were not approved; the reasons stand in their rows.`)
    await refresh(client, documents.approve)
  }

  const approveAll = async () => {
    const bad = t`Error approving all pending invoices!`
    try {
      const rows = await collectPending()
      await approveMany(rows, t`All pending invoices approved successfully!`, bad)
    } catch (error) {
      toastBad(`${bad} ${messageOf(error)}`)
    }
  }

  return {
    failures,
    progress,
    approveAll,
    approveSelected: (rows: readonly PendingRow[]) =>
      approveMany(rows, t`Selected invoices approved successfully!`, t`Error approving selected invoices!`),
    /** How many this person could approve at once, over all pages. */
    countAll: async () => (await collectPending()).length,
  }
}

/** All documents that this person may approve, over every page, before any of them moves. */
const collectPending = async () => {
  const rows: PendingRow[] = []
  for (let page = 1; ; page += 1) {
    const { results } = await call(documents.pending, { query: { page, page_size: PAGE_SIZE } })
    rows.push(...results.filter((row) => row.may_approve.ok))
    if (results.length < PAGE_SIZE) return rows
  }
}
