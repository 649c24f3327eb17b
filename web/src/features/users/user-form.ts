import type { UserRow } from '#contract/people/users.ts'
import { sameSet } from '../../ui/form/same-set.ts'

const TEXTS = ['username', 'email', 'first_name', 'last_name', 'access_type'] as const
const LISTS = ['group_ids', 'sender_entity_ids', 'store_code_ids'] as const

type Granted = 'groups' | 'sender_entities' | 'store_codes'
type Person = Pick<UserRow, (typeof TEXTS)[number] | 'origin' | Granted>

const idsOf = (granted: readonly { id: string }[]) => granted.map(({ id }) => id)

/** What the form about a person holds at first. */
export const valuesOf = ({ groups, sender_entities, store_codes, ...person }: Person) => ({
  username: person.username,
  email: person.email,
  first_name: person.first_name,
  last_name: person.last_name,
  access_type: person.access_type,
  origin: person.origin,
  group_ids: idsOf(groups),
  sender_entity_ids: idsOf(sender_entities),
  store_code_ids: idsOf(store_codes),
})
type Values = ReturnType<typeof valuesOf>

/** What has to be sent: what differs from the person as opened, so that nothing a colleague changed is put back. */
export const changesOf = (user: Person, typed: Values): Partial<Omit<Values, 'origin'>> => {
  const seen = valuesOf(user)
  const texts = TEXTS.filter((name) => typed[name].trim() !== seen[name]).map((name) => [
    name,
    typed[name].trim(),
  ])
  const lists = LISTS.filter((name) => !sameSet(typed[name], seen[name])).map((name) => [name, typed[name]])
  return Object.fromEntries([...texts, ...lists])
}
