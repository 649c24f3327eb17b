import { KEY_STATES } from '#contract/people/api-keys.ts'
import { choice, text } from '../../ui/address/read-address.ts'
import { listAddress } from '../../ui/list/list-address.ts'

/** What decides which API keys are shown. */
export const keysAddress = listAddress({
  own: { name: text, state: choice(KEY_STATES) },
  page_sizes: [10, 50, 100],
  views: 'api_keys',
})
