import type { z } from 'zod'
import type { Import } from '#contract/imports/shapes.ts'
import type { importSteps } from '#contract/imports/steps.ts'
import type { Caller } from '#domain/access/caller.ts'
import { headingOf } from '#domain/imports/columns.ts'
import { columnOf } from '#domain/imports/headings.ts'
import { conflict, type FieldErrors, invalidFields } from '#domain/problems.ts'
import { entityIds } from '../access/scope.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import { rememberColumns } from './columns.ts'
import { holdImport } from './kept/find.ts'
import { type ImportRecord, on } from './kept/tables.ts'
import { missingOf, tellImport } from './kept/tell.ts'
import { unread } from './kept/unread.ts'
import { importJob } from './running/jobs.ts'

type By = { db: Db; caller: Caller; now: Date }
type Input = z.output<(typeof importSteps.match)['body']> & { id: string }

/**
 * Says what the columns are and has the file read by that, anew where it was read before. Throws invalid_fields naming
 * the columns at fault, and conflict `wrong_state` where rows are being read, or are stored.
 */
export const matchColumns = async (by: By, { id, columns, remember }: Input): Promise<Import> => {
  const missing = await missingOf(by.db, columns)
  const matched = await inTransaction(by.db, async (tx) => {
    const held = await holdImport(tx, by.caller, id)
    if (!canMatch(held)) {
      throw conflict(
        'wrong_state',
        'The columns cannot be changed now that the file is being read or stored.',
      )
    }
    const faults = faultsOf(held, columns, missing)
    if (Object.keys(faults).length > 0) throw invalidFields(faults)
    const { sender_entity_id, headings } = held
    if (remember && sender_entity_id !== null && actsFor(by.caller, sender_entity_id)) {
      await rememberColumns(tx, { sender_entity_id, headings }, { fields: columns, now: by.now })
    }
    await on(tx).deleteFrom('import_changes').where('import_id', '=', id).execute()
    const afresh = await on(tx)
      .updateTable('imports')
      .set({
        fields: columns,
        matches: columns.map((field, at) =>
          field === held.fields[at] ? (held.matches[at] ?? 'none') : field === null ? 'none' : 'chosen',
        ),
        ...unread(by.now),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await enqueue(tx, importJob, { import_id: id }, { singleton_key: id })
    return afresh
  })
  return tellImport(by.db, matched)
}

/** Whoever has lost the company since still has their import, but teaches the company nothing any more. */
const actsFor = (caller: Caller, sender_entity_id: string) => {
  const ids = entityIds(caller)
  return ids === 'all' || ids.includes(sender_entity_id)
}

/** What an earlier upload has stored is found again; what this one has would then be told as if that had. */
const canMatch = ({ state, stored }: ImportRecord) =>
  state === 'matching' || (state === 'checked' && stored === 0)

const faultsOf = (
  { headings }: ImportRecord,
  columns: readonly (string | null)[],
  missing: readonly string[],
): FieldErrors => {
  if (columns.length !== headings.length) {
    return { columns: [`The file has ${headings.length} columns, these are ${columns.length}.`] }
  }
  const faults = columns.flatMap((field, at): [string, string[]][] => {
    const known = field === null ? undefined : columnOf(field)
    if (field === null) return []
    if (!known || headingOf(known) !== field) return [[`columns.${at}`, ['There is no such field.']]]
    return columns.indexOf(field) < at ? [[`columns.${at}`, ['Another column is this field already.']]] : []
  })
  const whole: [string, string[]][] =
    missing.length > 0 ? [['columns', missing.map((field) => `No column is ${field}.`)]] : []
  return Object.fromEntries([...faults, ...whole])
}
