import type { TinValidation } from '#contract/tins.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { type Question, readAnswers } from './rows.ts'
import { isFresh, isNoNumber } from './validate.ts'

export type KnownAnswer = Pick<TinValidation, 'answer' | 'checked_at'>

/**
 * What the authority has said of each of these, in their order, as far as it still holds. Nobody is asked. What it was
 * asked once of a number that is none says nothing.
 */
export const knownAnswers = async (
  db: Db | Tx,
  now: Date,
  asked: readonly Question[],
): Promise<KnownAnswer[]> => {
  const rows = asked.length === 0 ? [] : await readAnswers(db, asked)
  const known = new Map(rows.filter((row) => isFresh(row, now)).map((row) => [row.at, row]))
  return asked.map(({ id_value }, at) => {
    const row = isNoNumber(id_value) ? undefined : known.get(at)
    return row
      ? { answer: row.answer, checked_at: row.checked_at.toISOString() }
      : { answer: 'not_checked', checked_at: null }
  })
}
