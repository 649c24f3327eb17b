import { sql } from 'kysely'
import type { TinQuestion } from '../authority/calls/taxpayers.ts'
import type { Environment } from '../authority/wire/environments.ts'
import type { Db, Tx } from '../platform/db/database.ts'

export type Question = TinQuestion & { sender_entity_id: string; environment: Environment }

type AnswerRow = Question & { answer: 'matches' | 'does_not_match'; checked_at: Date }

const on = (handle: Db | Tx) => handle.withTables<{ tin_answers: AnswerRow }>()

/** For a company that was found for the caller before. */
export const readAnswer = (db: Db, asked: Question) =>
  on(db)
    .selectFrom('tin_answers')
    .where('sender_entity_id', '=', asked.sender_entity_id)
    .where('environment', '=', asked.environment)
    .where('tin', '=', asked.tin)
    .where('id_type', '=', asked.id_type)
    .where('id_value', '=', asked.id_value)
    .select(['answer', 'checked_at'])
    .executeTakeFirst()

/** What was said of each of these, with its place among them. */
export const readAnswers = async (db: Db | Tx, asked: readonly Question[]) => {
  const of = (pick: (one: Question) => string) => asked.map(pick)
  const { rows } = await sql<Pick<AnswerRow, 'answer' | 'checked_at'> & { at: number }>`
    SELECT answer, checked_at, (asked.at - 1)::int AS at
    FROM unnest(${of((one) => one.sender_entity_id)}::uuid[], ${of((one) => one.environment)}::text[],
      ${of((one) => one.tin)}::text[], ${of((one) => one.id_type)}::text[], ${of((one) => one.id_value)}::text[])
      WITH ORDINALITY AS asked (sender_entity_id, environment, tin, id_type, id_value, at)
    JOIN tin_answers USING (sender_entity_id, environment, tin, id_type, id_value)`.execute(db)
  return rows
}

export const putAnswer = async (tx: Tx, row: AnswerRow) => {
  const { answer, checked_at } = row
  await on(tx)
    .insertInto('tin_answers')
    .values(row)
    .onConflict((same) =>
      same
        .columns(['sender_entity_id', 'environment', 'tin', 'id_type', 'id_value'])
        .doUpdateSet({ answer, checked_at }),
    )
    .execute()
}
