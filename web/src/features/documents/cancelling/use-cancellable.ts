import { useLingui } from '@lingui/react/macro'
import type { SummaryRow } from '#contract/document-rows.ts'
import { useProfile } from '../../../session/session.ts'
import { useSelection } from '../../../ui/list/use-selection.tsx'

/** Rows that a superadmin, who alone may cancel, chooses for it; the boxes are for nobody else. */
export const useCancellable = (rows: readonly SummaryRow[] | undefined) => {
  const { t } = useLingui()
  const may_cancel = useProfile().access_type === 'superadmin'
  const { chosen, lead, select } = useSelection({
    rows,
    keyOf: (row) => row.uuid,
    may: (row) => row.status === 'Validated',
    all: (all) => t`Select the ${all} validated documents of this page`,
    one: (row) => t`Select ${row.invoice_number}`,
  })
  return { may_cancel, chosen, lead: may_cancel ? lead : undefined, forget: () => select([]) }
}
