import type { Caller } from '#domain/access/caller.ts'
import type { Change } from '#domain/identity/normalise.ts'
import type { Records, Said } from '#domain/imports/records.ts'
import type { Db } from '../platform/db/database.ts'

export type By = { db: Db; caller: Caller; now: Date }

/** What is kept of a good row, what of it is written otherwise, and what is told of it and stops nothing. */
export type Verdict<Judged> = { judged: Judged; changes: readonly Change[]; doubts?: readonly string[] }

/**
 * What a company keeps of one kind, as a file brings it in: its customers, or its saved items. `Known` is what is known
 * of each of them, whether it is there or a row says it; `Judged` what is kept of a good row; `There` what an answer
 * tells of one.
 */
export type Book<F extends string, Known, Judged extends Known, There> = {
  records: Records<F>
  /** What a row says, also one in which something is wrong. */
  knownOf(said: Said<F>): Known
  /** One text for the same thing. */
  keyOf(known: Known): string
  /** A row as if a person had entered it. Throws invalid_fields. */
  judge(said: Said<F>, now: Date): Verdict<Judged>
  /** Which of these a company has already, by their keys. */
  findAlike(db: Db, sender_entity_id: string, wanted: readonly Known[]): Promise<ReadonlyMap<string, Known>>
  /** Adds those that are not there, in one transaction, and answers their keys. */
  add(by: By, wanted: { sender_entity_id: string; rows: readonly Judged[] }): Promise<ReadonlySet<string>>
  tell(known: Known): There
}
