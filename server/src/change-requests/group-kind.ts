import { flagsAmong } from '#domain/access/flags.ts'
import { listIn, textIn, type Version } from '#domain/access/versions.ts'
import { isBlank } from '#domain/text/characters.ts'
import { createGroup } from '../users/create.ts'
import {
  changeGroup,
  findGroup,
  type GroupFound,
  groupNamed,
  holdersOfGroups,
  holdGroup,
  listGroups,
  removeGroup,
} from '../users/groups.ts'
import type { Kind, Subject } from './kind.ts'

const asSubject = ({ id, name, permissions }: GroupFound): Subject => ({
  ...{ id, sender_entity_id: null, sender_entity_name: '' },
  version: { name, permissions: flagsAmong(permissions) },
})

const flagsIn = (version: Version | undefined) => flagsAmong(listIn(version, 'permissions'))

export const groupKind: Kind = {
  noun: 'group',
  id_field: 'group_id',
  nameOf: (version) => textIn(version, 'name'),
  fields: ['name', 'permissions'],
  all: async (handle) => (await listGroups(handle)).map(asSubject),
  find: async (handle, id) => {
    const group = await findGroup(handle, id)
    return group && asSubject(group)
  },
  hold: async (tx, id) => {
    const group = await holdGroup(tx, id)
    return group && asSubject(group)
  },
  obstacle: async (handle, { subject, after }) => {
    if (!after) return undefined
    const name = textIn(after, 'name')
    if (isBlank(name)) return { field: 'name', message: 'Please enter a name.' }
    const other = await groupNamed(handle, name)
    if (other === undefined || other === subject?.id) return undefined
    return { field: 'name', message: `There is a group ${name} already.` }
  },
  apply: async (tx, { subject, after }, { now, approved_by: caller }) => {
    const group = { name: textIn(after, 'name'), flags: flagsIn(after) }
    if (!subject) return createGroup(tx, group, now)
    await (after ? changeGroup(tx, subject.id, group) : removeGroup(tx, { caller, now }, subject.id))
    return subject.id
  },
  rights: flagsIn,
  holders: holdersOfGroups,
}
