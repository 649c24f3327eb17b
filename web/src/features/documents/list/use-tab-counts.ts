import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { documents } from '#contract/documents.ts'
import type { Tab } from '#domain/documents/lifecycle.ts'
import { q } from '../../../api/queries.ts'
import { countText } from '../../../ui/count-text.ts'
import { type InvoicesSearch, toListQuery } from './invoices-address.ts'

/** How many documents each tab holds as the other filters leave them, in figures; undefined while it is not known. */
export const useTabCounts = (search: InvoicesSearch): Partial<Record<Tab, string>> | undefined => {
  const { status: _status, sort_by: _by, sort_order: _order, ...query } = toListQuery(search)
  const { data } = useQuery({ ...q(documents.tabs, { query }), placeholderData: keepPreviousData })
  return (
    data &&
    Object.fromEntries(
      data.flatMap(({ tab, ...counted }) => (counted.count > 0 ? [[tab, countText(counted)]] : [])),
    )
  )
}
