import { Trans } from '@lingui/react/macro'
import { Fragment } from 'react'
import type { ListNarrowedTold } from '#contract/reports/list-filters.ts'
import { FilterValue } from './FilterValue.tsx'
import { type FilterName, useFilterLabels } from './filter-labels.ts'

/** What a call names otherwise than the address. */
const OTHERWISE = { dateStart: 'date_start', dateEnd: 'date_end', document_type: 'invoice_type' } as const

/** By what the list of documents was narrowed, in a line: "Status: Validated · Buyer Name: Seri Jaya". */
export const NarrowedBy = ({ filters }: { filters: ListNarrowedTold }) => {
  const labels = useFilterLabels()
  // Object.entries forgets that the keys are those of the filters.
  const all = Object.entries(filters) as [keyof ListNarrowedTold, string][]
  if (all.length === 0) return <Trans>No filter</Trans>
  return all.map(([name, value], at) => {
    const known: FilterName =
      name in OTHERWISE ? OTHERWISE[name as keyof typeof OTHERWISE] : (name as FilterName)
    return (
      <Fragment key={name}>
        {at > 0 && ' · '}
        {labels[known]}: <FilterValue name={known} value={value} />
      </Fragment>
    )
  })
}
