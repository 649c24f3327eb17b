import type { UserRow } from '#contract/people/users.ts'
import { toldList } from '../audit/lists.ts'
import { type ChangedBy, recordChange } from '../audit/record.ts'
import type { Tx } from '../platform/db/database.ts'

/** What the audit log tells of a person. */
const TOLD = [
  ...(['username', 'email', 'first_name', 'last_name', 'access_type', 'origin', 'is_active'] as const),
  ...(['groups', 'sender_entities', 'store_codes'] as const),
] as const

/** Writes down what changed of a person, groups, companies and departments by their names. */
export const recordUser = (tx: Tx, by: ChangedBy, before: UserRow | undefined, after: UserRow) =>
  recordChange(tx, by, {
    target: targetOf(before ?? after),
    before: before && inNames(before, after),
    after: inNames(after, before),
    fields: TOLD,
  })

export const targetOf = ({ id, email }: Pick<UserRow, 'id' | 'email'>) => ({
  kind: 'user' as const,
  id,
  name: email,
  sender_entity_id: null,
})

const inNames = (user: UserRow, beside: UserRow | undefined) => ({
  ...user,
  is_active: user.state !== 'deactivated',
  groups: toldList(user.groups, beside?.groups),
  sender_entities: toldList(user.sender_entities, beside?.sender_entities),
  store_codes: toldList(byCode(user), beside && byCode(beside)),
})

const byCode = ({ store_codes }: UserRow) => store_codes.map(({ id, code: name }) => ({ id, name }))
