import { WRONG_STORE_CODE } from '#contract/entities.ts'
import { textIn } from '#domain/access/versions.ts'
import type { FieldMessage } from '#domain/problems.ts'
import { isBlank } from '#domain/text/characters.ts'
import { shortenText } from '#domain/text/cut.ts'
import { keysReach } from '../access/api-keys.ts'
import { documentUses } from '../documents/store/uses.ts'
import { staysActive } from '../entities/records/choose.ts'
import { createStore } from '../entities/records/create.ts'
import {
  changeStore,
  findAnyStore,
  holdStore,
  listStores,
  removeStore,
  type StoreFound,
  storeOfCode,
} from '../entities/records/stores.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { templatesNaming } from '../templates/uses.ts'
import { forgetStore, holdersOfStores } from '../users/groups.ts'
import type { Change, Kind, Subject } from './kind.ts'

const asSubject = ({ code, name, ...store }: StoreFound): Subject => ({ ...store, version: { code, name } })

export const storeKind: Kind = {
  noun: 'department',
  id_field: 'storecode_id',
  nameOf: (version) => textIn(version, 'code'),
  fields: ['code', 'name'],
  all: async (handle) => (await listStores(handle)).map(asSubject),
  find: async (handle, id) => {
    const store = await findAnyStore(handle, id)
    return store && asSubject(store)
  },
  hold: async (tx, id) => {
    const store = await holdStore(tx, id)
    return store && asSubject(store)
  },
  obstacle: async (handle, change) => {
    const { after } = change
    if (after && textIn(after, 'code') === '') return { field: 'code', message: WRONG_STORE_CODE }
    if (after && isBlank(textIn(after, 'name'))) return { field: 'name', message: 'Please enter a name.' }
    return (
      (await deactivated(handle, change)) ??
      (await takenCode(handle, change)) ??
      (await inUse(handle, change))
    )
  },
  apply: async (tx, { subject, after, sender_entity_id }, { now, approved_by: caller }) => {
    const store = { code: textIn(after, 'code'), name: textIn(after, 'name') }
    if (!subject) {
      if (sender_entity_id === null) throw new Error('A store code belongs to a company.')
      return createStore(tx, { ...store, sender_entity_id }, now)
    }
    if (after) await changeStore(tx, subject.id, store)
    else {
      await forgetStore(tx, { caller, now }, subject.id)
      await removeStore(tx, subject.id)
    }
    return subject.id
  },
  rights: (version) => [textIn(version, 'code')],
  holders: holdersOfStores,
}

type Found = Promise<FieldMessage | undefined>

/** A deactivated company gets nothing new (decisions/024). */
const deactivated = async (handle: Db | Tx, { subject, ...company }: Change): Found => {
  const { sender_entity_id: id, sender_entity_name: name } = company
  if (subject || id === null || (await staysActive(handle, id))) return undefined
  return { field: '', message: `${name} is deactivated.` }
}

const takenCode = async (handle: Db | Tx, { subject, after, ...company }: Change): Found => {
  if (!after || company.sender_entity_id === null) return undefined
  const code = textIn(after, 'code')
  const other = await storeOfCode(handle, { sender_entity_id: company.sender_entity_id, code })
  if (other === undefined || other === subject?.id) return undefined
  return { field: 'code', message: `${company.sender_entity_name} has a department ${code} already.` }
}

/** What was made for a store names it for good, so its code stays; its name may change. */
const inUse = async (handle: Db | Tx, { subject, after }: Change): Found => {
  if (!subject || subject.sender_entity_id === null) return undefined
  const code = textIn(subject.version, 'code')
  if (after && textIn(after, 'code') === code) return undefined
  const uses = [
    ...(await documentUses(handle, subject.id)),
    ...((await keysReach(handle, subject.id)) ? ['API keys'] : []),
    ...(await templateUses(handle, { sender_entity_id: subject.sender_entity_id, code })),
  ]
  if (uses.length === 0) return undefined
  const users = new Intl.ListFormat('en').format(uses)
  return after
    ? { field: 'code', message: `The code ${code} must stay: ${users} refer to it.` }
    : { field: '', message: `The department ${code} cannot be deleted: ${users} refer to it.` }
}

const TEMPLATES_TOLD_MAX = 3
const NAME_CHARS_MAX = 60

/** By name, since whoever has to look for them has them beneath those of all companies. */
const templateUses = async (handle: Db | Tx, store: { sender_entity_id: string; code: string }) => {
  const names = await templatesNaming(handle, { ...store, limit: TEMPLATES_TOLD_MAX + 1 })
  const told = names.slice(0, TEMPLATES_TOLD_MAX).map((name) => `“${shortenText(name, NAME_CHARS_MAX)}”`)
  const more = names.length > told.length ? ['others'] : []
  return names.length > 0 ? [`templates (${[...told, ...more].join(', ')})`] : []
}
