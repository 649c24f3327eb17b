import { useLingui } from '@lingui/react/macro'
import { FilterBar } from '../../../ui/list/FilterBar.tsx'
import { useStoreOptions } from '../use-store-options.ts'
import type { PendingSearch } from './pending-search.ts'

type Filters = Pick<PendingSearch, 'invoice_number' | 'sender_store_code'>

/** The two filters of the approval page. */
export const PendingFilters = (props: { values: Filters; onApply: (filters: Filters) => void }) => {
  const { t } = useLingui()
  const options = useStoreOptions()
  return (
    <FilterBar
      fields={[
        { name: 'invoice_number', label: t`Invoice Number`, kind: 'text' },
        { name: 'sender_store_code', label: t`Department`, kind: 'choices', options },
      ]}
      {...props}
    />
  )
}
