import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { PendingRow } from '#contract/document-rows.ts'
import { sumsOf } from '#domain/documents/sums.ts'
import { confirm } from '../../../ui/dialogs/ask.ts'
import { toastBad } from '../../../ui/toasts.ts'
import { type FrozenSet, LeftOut, Question, QuestionOfAll } from './Question.tsx'
import type { useApprovalRun } from './use-approval-run.ts'

type Runs = ReturnType<typeof useApprovalRun>
export type Matching = { count: number; filters: Parameters<Runs['freeze']>[0] }

const asSummed = ({ invoice_currency, invoice_type, total_payable_amount }: PendingRow) => ({
  ...{ currency: invoice_currency, invoice_type },
  ...{ documents: 1, total: total_payable_amount },
})

/** The one question before many are approved; `onDone` hears that it was confirmed and done. */
export const useQuestions = (runs: Runs, onDone: () => void) => {
  const { t } = useLingui()
  const ask = async (title: string, body: ReactNode, approve: () => Promise<boolean>) => {
    let done = false
    const act = async () => {
      done = await approve()
    }
    await confirm({ title, body, confirm_label: t`Approve`, act })
    if (done) onDone()
  }
  /** What is asked about is noted first, so that nothing which comes later is approved with it. */
  const askFrozen = async (
    filters: Matching['filters'],
    { title, body, of_all = false }: { title: string; body: (set: FrozenSet) => ReactNode; of_all?: boolean },
  ) => {
    const set = await runs.freeze(filters)
    if (set?.total === 0) return toastBad(t`There is nothing that you may approve.`)
    if (set) await ask(title, body(set), () => runs.approveFrozen(set, of_all))
  }
  return {
    askSelected: async (chosen: readonly PendingRow[]) => {
      if (chosen.length < 2) return toastBad(t`Please select more than one invoice for bulk approval!`)
      const companies = [...new Set(chosen.map(({ tenant_account }) => tenant_account))]
      const sums = sumsOf(chosen.map(asSummed))
      const body = <Question count={chosen.length} sums={sums} companies={companies} />
      await ask(t`Bulk Approve`, body, () => runs.approveSelected(chosen))
    },
    askMatching: ({ count, filters }: Matching) =>
      askFrozen(filters, {
        title: t`Approve all that match`,
        body: (set) => (
          <Question count={set.total} sums={set.sums} companies={set.companies}>
            <LeftOut count={count - set.total} />
          </Question>
        ),
      }),
    askAll: () =>
      askFrozen(
        {},
        {
          title: t`Approve All Pending Invoices`,
          body: (set) => <QuestionOfAll set={set} />,
          of_all: true,
        },
      ),
  }
}
