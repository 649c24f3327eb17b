import { TEMPLATES_MAX } from '#contract/templates.ts'
import type { Caller } from '#domain/access/caller.ts'
import { conflict, flagMissing, notFound } from '#domain/problems.ts'
import { chooseEntity } from '../entities/records/choose.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import { demandSeen } from '../platform/db/demand-seen.ts'
import { tell } from '../platform/facts/tell.ts'
import { createTemplate } from './create.ts'
import { templatesChanged } from './facts.ts'
import { recordTemplate } from './record.ts'
import { countTemplates, selectTemplates, updateTemplate } from './rows.ts'

export type SavedForm = {
  name: string
  data: { description: string; invoice: Record<string, unknown> }
}

/**
 * Saves the content of the form under a name. It belongs to the entity that the content names, or else to the
 * caller's only one. Throws invalid_fields when neither is known, and conflict `templates_full`.
 */
export const saveTemplate = async (
  { tx, caller, now }: { tx: Tx; caller: Caller; now: Date },
  { name, data }: SavedForm,
) => {
  if (caller.kind !== 'user') throw flagMissing('Only people keep templates.')
  const entity = await chooseEntity({ db: tx, caller }, namedIn(data))
  await demandRoom(tx, entity)
  const after = { sender_entity_id: entity.id, name, ...data }
  const id = await createTemplate(tx, { ...after, created_by: caller.user_id }, now)
  await recordTemplate(tx, { caller, now }, { id, after })
  return { id, name }
}

const CONTENT = ['name', 'description', 'invoice'] as const

/**
 * Puts the content of the form in the place of what a template was, which then belongs to the entity that the content
 * names. Throws not_found for a foreign one, invalid_fields and `templates_full` as when it is saved, and
 * `changed_meanwhile`.
 */
export const changeTemplate = async (
  { db, caller, now }: { db: Db; caller: Caller; now: Date },
  { id, name, data, modified_at: seen }: SavedForm & { id: string; modified_at?: string | null | undefined },
) => {
  await inTransaction(db, async (tx) => {
    const own = selectTemplates(tx, caller)
      .select(['sender_entity_id', ...CONTENT, 'modified_at'])
      .where('id', '=', id)
    const { sender_entity_id } = found(await own.executeTakeFirst())
    const entity = await chooseEntity({ db: tx, caller }, { ...namedIn(data), among: [sender_entity_id] })
    if (entity.id !== sender_entity_id) await demandRoom(tx, entity)
    const before = found(await own.forUpdate().executeTakeFirst())
    const after = { name, description: data.description, invoice: data.invoice }
    demandSeen({ what: 'The template', seen, before, after, fields: CONTENT })
    await updateTemplate(tx, id, {
      ...after,
      ...{ invoice: JSON.stringify(data.invoice), sender_entity_id: entity.id, modified_at: now },
    })
    const moved = { ...after, sender_entity_id: entity.id }
    await recordTemplate(tx, { caller, now }, { id, before, after: moved })
    for (const company of new Set([before.sender_entity_id, entity.id]))
      await tell(tx, templatesChanged, { sender_entity_id: company })
  })
  return { id, name }
}

const demandRoom = async (tx: Tx, { id, name }: { id: string; name: string }) => {
  if ((await countTemplates(tx, id)) < TEMPLATES_MAX) return
  const why = `${name} keeps ${TEMPLATES_MAX} templates; no more fit. Delete or replace one first.`
  throw conflict('templates_full', why)
}

const namedIn = ({ invoice: { sender_entity_code: named } }: SavedForm['data']) => ({
  entity_code: typeof named === 'string' ? named : '',
  field: 'data.invoice.sender_entity_code',
})

const found = <T>(row: T | undefined): T => {
  if (!row) throw notFound('There is no such template.')
  return row
}
