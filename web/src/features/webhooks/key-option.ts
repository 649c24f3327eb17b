import type { ApiKey } from '#contract/people/api-keys.ts'
import type { Option } from '../../widgets/search-select/match.ts'

type Named = Pick<ApiKey, 'id' | 'name' | 'key_start' | 'sender_entity_name' | 'store_codes'>

/** A key to choose. A key and its successor may bear the same name: how it begins tells them apart. */
export const keyOption = ({ id, name, key_start, sender_entity_name, store_codes }: Named): Option => ({
  value: id,
  label: name,
  hint: [...startOf(key_start), sender_entity_name, store_codes.join(', ')].join(' · '),
})

/** How a chosen key reads in its field. */
export const keyShown = ({ name, key_start }: Pick<ApiKey, 'name' | 'key_start'>): string =>
  [name, ...startOf(key_start)].join(' · ')

/** Of a few old keys it was not kept. */
const startOf = (key_start: string) => (key_start ? [`${key_start}…`] : [])
