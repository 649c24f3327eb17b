import { stringifySearch } from '../../../search.ts'
import type { UsualSearch } from '../list-address.ts'

/** What a view keeps of an address: all but the page, and the row that stands open. */
export const viewOf = (search: UsualSearch): string =>
  stringifySearch({ ...search, page: undefined, open: undefined })
