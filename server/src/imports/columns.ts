import type { ImportColumn } from '#contract/imports/shapes.ts'
import { headingOf } from '#domain/imports/columns.ts'
import { guessColumns } from '#domain/imports/guess.ts'
import { columnOf } from '#domain/imports/headings.ts'
import { sha256Hex } from '../platform/crypto/digest.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { on } from './kept/tables.ts'
import { OURS } from './reading/error-file.ts'

/** What the columns of a file are, and how that was found. */
export type Matched = { fields: (string | null)[]; matches: ImportColumn['match'][] }

/** What the columns are where only our own names are taken. */
export const knownColumns = (headings: readonly string[]): Matched => {
  const known = headings.map((heading) => columnOf(heading))
  return {
    fields: known.map((column) => (column ? headingOf(column) : null)),
    matches: known.map((column) => (column ? 'known' : 'none')),
  }
}

type Headed = { sender_entity_id: string | null; headings: readonly string[] }

/** What the columns of a file seem to be: as last time, where the company had these headings, else by their words. */
export const proposeColumns = async ({ db }: { db: Db }, file: Headed): Promise<Matched> => {
  const remembered = await recall(db, file)
  if (remembered) {
    return {
      fields: remembered,
      matches: remembered.map((field) => (field === null ? 'none' : 'remembered')),
    }
  }
  const guessed = guessColumns(file.headings)
  return {
    fields: guessed.map((column) => (column ? headingOf(column) : null)),
    matches: guessed.map((column, at) =>
      !column ? 'none' : column === columnOf(file.headings[at] ?? '') ? 'known' : 'guessed',
    ),
  }
}

const hashOf = (headings: readonly string[]) => sha256Hex(JSON.stringify(headings))

/** A file of errors is remembered as the one from which it came. */
const isOfErrors = (headings: readonly string[]) => headings.slice(-OURS.length).join() === OURS.join()
const withoutOurs = <T>(columns: readonly T[]): T[] => columns.slice(0, -OURS.length)

const recall = async (db: Db, { sender_entity_id, headings }: Headed) => {
  if (sender_entity_id === null) return undefined
  const known = await recalled(db, sender_entity_id, headings)
  if (known || !isOfErrors(headings)) return known
  const before = await recalled(db, sender_entity_id, withoutOurs(headings))
  return before && [...before, ...OURS.map(() => null)]
}

const recalled = async (db: Db, sender_entity_id: string, headings: readonly string[]) => {
  const row = await on(db)
    .selectFrom('import_columns')
    .where('sender_entity_id', '=', sender_entity_id)
    .where('headings_hash', '=', hashOf(headings))
    .select('fields')
    .executeTakeFirst()
  return row?.fields
}

/** The next file of this company with these headings is matched alike. */
export const rememberColumns = async (
  tx: Tx,
  { sender_entity_id, headings }: Headed & { sender_entity_id: string },
  { fields: chosen, now }: { fields: (string | null)[]; now: Date },
): Promise<void> => {
  const of_errors = isOfErrors(headings) && chosen.slice(-OURS.length).every((field) => field === null)
  const fields = of_errors ? withoutOurs(chosen) : chosen
  const headings_hash = hashOf(of_errors ? withoutOurs(headings) : headings)
  await on(tx)
    .insertInto('import_columns')
    .values({ sender_entity_id, headings_hash, fields, modified_at: now })
    .onConflict((same) =>
      same.columns(['sender_entity_id', 'headings_hash']).doUpdateSet({ fields, modified_at: now }),
    )
    .execute()
}
