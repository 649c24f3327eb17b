import type { Defect, DefectComment, DefectNew, DefectPatch } from '#contract/defects.ts'
import { callerName, isSuperadmin, type UserCaller } from '#domain/access/caller.ts'
import { KEPT_DEFECT_FIELDS } from '#domain/defects/words.ts'
import { conflict, flagMissing, invalidFields, notFound } from '#domain/problems.ts'
import { isBlank } from '#domain/text/characters.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { DAY_MS } from '#domain/time/units.ts'
import { recordChange } from '../audit/record.ts'
import type { Tx } from '../platform/db/database.ts'
import { demandSeen } from '../platform/db/demand-seen.ts'
import { attach } from './files.ts'
import { COMMENTS_MAX, DEFECTS_A_DAY_MAX } from './limits.ts'
import { readDefect } from './list.ts'
import {
  countComments,
  countDefects,
  DEFECT_FIELDS,
  type DefectFields,
  insertComment,
  insertDefect,
  lockDefect,
  numberOf,
  updateDefect,
} from './rows.ts'

type By = { tx: Tx; caller: UserCaller; now: Date; public_url: string }
type Stored = { file_ids: readonly string[] }

/**
 * Takes down a defect; `file_ids` are its files, which are stored already. Throws invalid_fields where a person writes
 * down too many in a day, or their files are too much.
 */
export const addDefect = async (by: By, { file_ids, ...given }: DefectNew & Stored): Promise<Defect> => {
  const { tx, caller, now, public_url } = by
  const fields = {
    defect_description: given.defect_description,
    severity: given.severity ?? 'low',
    category: given.category ?? 'Defect',
    detected_on: given.detected_on ?? malaysianDate(now),
    status: 'new',
    sprint_number: given.sprint_number ?? '',
    brd_id: given.brd_id ?? '',
    brd_description: given.brd_description ?? '',
  } as const
  const who = { created_by: caller.user_id, created_by_name: callerName(caller) }
  const day_ago = new Date(now.getTime() - DAY_MS)
  if ((await countDefects(tx, { created_by: caller.user_id, since: day_ago })) >= DEFECTS_A_DAY_MAX)
    throw invalidFields({
      defect_description: [
        `You have written down ${DEFECTS_A_DAY_MAX} defects within a day. Please go on tomorrow.`,
      ],
    })
  const { id, nr } = await insertDefect(tx, {
    ...{ ...fields, ...who, dev_due_date: null, closing_date: null },
    ...{ created_at: now, updated_at: now, modified_at: now },
  })
  const files = (await attach(by, file_ids, id)).join(', ')
  const target = targetOf({ id, nr })
  const after = { ...fields, files }
  await recordChange(tx, by, { target, before: undefined, after, fields: [...DEFECT_FIELDS, 'files'] })
  return readDefect({ db: tx, public_url }, id)
}

/**
 * Changes what is sent of a defect, and adds files and a comment. Throws not_found, flag_missing where somebody else
 * than a superadmin changes a text, `changed_meanwhile`.
 */
export const changeDefect = async (
  by: By,
  { id, modified_at: seen, comment, file_ids, ...patch }: DefectPatch & Stored & { id: string },
): Promise<Defect> => {
  const { tx, now } = by
  const before = await held(tx, id)
  const after = patched(before, patch)
  refuseTexts(by.caller, before, after)
  demandSeen({ what: 'The defect', seen, before, after, fields: DEFECT_FIELDS })
  const files = (await attach(by, file_ids, id)).join(', ')
  const changed = DEFECT_FIELDS.some((field) => before[field] !== after[field])
  if (changed || files) {
    const target = targetOf(before)
    const told = { before: { ...before, files: '' }, after: { ...after, files } }
    await recordChange(tx, by, { target, ...told, fields: [...DEFECT_FIELDS, 'files'] })
    await updateDefect(tx, id, { ...after, updated_at: now, ...(changed && { modified_at: now }) })
  }
  if (comment && !isBlank(comment)) await say(by, before, comment)
  return readDefect({ db: tx, public_url: by.public_url }, id)
}

/** Says something of a defect. Throws not_found, conflict `comments_full`. */
export const commentOn = async (
  by: By,
  { id, comment }: { id: string; comment: string },
): Promise<DefectComment> => say(by, await held(by.tx, id), comment)

type Held = NonNullable<Awaited<ReturnType<typeof lockDefect>>>

const held = async (tx: Tx, id: string): Promise<Held> => {
  const row = await lockDefect(tx, id)
  if (!row) throw notFound('There is no such defect.')
  return row
}

const targetOf = ({ id, nr }: Pick<Held, 'id' | 'nr'>) => ({
  ...{ kind: 'defect' as const, id, name: numberOf(nr) },
  sender_entity_id: null,
})

/** What was not sent stays as it is. */
const patched = (before: DefectFields, patch: Partial<Record<keyof DefectFields, unknown>>): DefectFields => {
  const sent = DEFECT_FIELDS.filter((field) => patch[field] !== undefined)
  const kept = DEFECT_FIELDS.map((field) => [field, sent.includes(field) ? patch[field] : before[field]])
  return Object.fromEntries(kept) as DefectFields // each field with a value that the contract has read for it
}

const refuseTexts = (caller: UserCaller, before: DefectFields, after: DefectFields) => {
  if (isSuperadmin(caller)) return
  const field = KEPT_DEFECT_FIELDS.find((one) => before[one] !== after[one])
  if (field) throw flagMissing(`Only a superadmin may change the ${field.replaceAll('_', ' ')} of a defect.`)
}

const say = async (by: By, { id: defect_id, nr }: Pick<Held, 'id' | 'nr'>, comment: string) => {
  const { tx, caller, now } = by
  if ((await countComments(tx, defect_id)) >= COMMENTS_MAX)
    throw conflict('comments_full', `A defect has at most ${COMMENTS_MAX} comments.`)
  const commenter_name = callerName(caller)
  const row = { defect_id, comment, commenter_id: caller.user_id, commenter_name, created_at: now }
  const { id } = await insertComment(tx, row)
  await updateDefect(tx, defect_id, { updated_at: now })
  const target = targetOf({ id: defect_id, nr })
  const told = { before: { comment: '' }, after: { comment }, fields: ['comment'] as const }
  await recordChange(tx, by, { target, ...told })
  return { id, commenter_name, comment, created_at: now.toISOString() }
}
