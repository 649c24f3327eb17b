import { USER_SORT_KEYS, USER_STATES } from '#contract/people/users.ts'
import { ACCESS_TYPES } from '#domain/access/caller.ts'
import { choice, text, uuid } from '../../ui/address/read-address.ts'
import { listAddress } from '../../ui/list/list-address.ts'

/** What decides which people are shown. */
export const usersAddress = listAddress({
  own: {
    search: text,
    access_type: choice(ACCESS_TYPES),
    state: choice(USER_STATES),
    group_id: uuid,
    sender_entity_id: uuid,
  },
  sort_keys: USER_SORT_KEYS,
  usual_order: { sort_by: 'name', sort_order: 'asc' },
  page_sizes: [20, 50, 100],
  views: 'users',
})
