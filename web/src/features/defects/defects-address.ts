import { DEFECT_PAGE_SIZES, DEFECT_SORT_KEYS } from '#contract/defects.ts'
import { DEFECT_CATEGORIES, type DefectStatus, SETTLED_STATUSES } from '#domain/defects/words.ts'
import { choice } from '../../ui/address/read-address.ts'
import { listAddress } from '../../ui/list/list-address.ts'

/** What decides which defects are shown; without a tab those that are open, without a category all. */
export const defectsAddress = listAddress({
  own: { tab: choice(['closed', 'rejected', 'all']), category: choice(DEFECT_CATEGORIES) },
  sort_keys: DEFECT_SORT_KEYS,
  usual_order: { sort_by: 'created_at', sort_order: 'desc' },
  page_sizes: DEFECT_PAGE_SIZES,
  views: 'defects',
})
export type DefectsSearch = ReturnType<typeof defectsAddress.read>

/** What the call is asked for the tabs. */
export const filtersFor = ({ tab, category }: DefectsSearch): Filters => ({
  ...(tab === undefined && { exclude_status: SETTLED_STATUSES.join() }),
  ...((tab === 'closed' || tab === 'rejected') && { status: tab }),
  ...(category && { category }),
})
type Filters = { exclude_status?: string; status?: DefectStatus; category?: DefectsSearch['category'] }
