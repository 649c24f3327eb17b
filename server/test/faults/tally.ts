import { sql } from 'kysely'
import type { World } from '../world.ts'

/** How rough it was: what the numbers of a table of runs cannot show. */
export type Tally = {
  documents: number
  answers_lost: number
  sent_again: number
  held: number
  cancellations: number
  cancellations_lost: number
}

/** Counts what happened in all worlds together. */
export const tallyOf = async (worlds: readonly World[]): Promise<Tally> => {
  const tallies = await Promise.all(worlds.map(tally))
  return tallies.reduce((sum, one) => ({
    documents: sum.documents + one.documents,
    answers_lost: sum.answers_lost + one.answers_lost,
    sent_again: sum.sent_again + one.sent_again,
    held: sum.held + one.held,
    cancellations: sum.cancellations + one.cancellations,
    cancellations_lost: sum.cancellations_lost + one.cancellations_lost,
  }))
}

const tally = async ({ db }: World): Promise<Tally> => {
  const { rows } = await sql<Tally>`
    SELECT
      (SELECT count(*)::int FROM documents) AS documents,
      (SELECT count(*)::int FROM document_history WHERE event = 'lose_answer') AS answers_lost,
      (SELECT COALESCE(sum(resend_count), 0)::int FROM attempts) AS sent_again,
      (SELECT count(*)::int FROM document_history WHERE event = 'hold') AS held,
      (SELECT count(*)::int FROM cancellations) AS cancellations,
      (SELECT count(*)::int FROM cancellations WHERE asked_count > 0) AS cancellations_lost`.execute(db)
  const [only] = rows
  if (!only) throw new Error('A query without a row')
  return only
}
