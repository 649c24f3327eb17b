import { MAPPING_TYPES } from '#domain/shaping/mappings.ts'
import { choice, text } from '../../ui/address/read-address.ts'
import { listAddress } from '../../ui/list/list-address.ts'

/** What decides which mappings are shown; look-ups unless the tab says otherwise. */
export const mappingsAddress = listAddress({
  own: { tab: choice(MAPPING_TYPES), search: text },
  page_sizes: [50, 100, 200],
  views: 'mappings',
})
