import { listAddress } from '../../ui/list/list-address.ts'

/** In which order the messages stand, and which of them are shown. */
export const broadcastsAddress = listAddress({
  sort_keys: ['created_at'],
  usual_order: { sort_by: 'created_at', sort_order: 'desc' },
  page_sizes: [50, 100],
  views: 'broadcasts',
})
