import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ENVIRONMENTS } from '#contract/entities.ts'
import {
  NOT_CANCELLED,
  REJECTION_REQUESTED,
  TERM_ENDING,
  WAITING_LONG,
  WINDOW_ENDING,
} from '#domain/documents/lifecycle.ts'
import {
  askedBack,
  cancellationFailed,
  cancellationUnclear,
  termEnds,
  waitsLong,
  windowEnds,
} from '../../store/conditions.ts'
import { type By, conditionOf, type MatchFilters } from '../matching.ts'
import { lanesOf } from '../orders/pages.ts'
import { rowOf } from './place.ts'

/** Where an index is entered, each department `in_store`, and what is asked there. */
type Lane = { from: RawBuilder<unknown>; where: RawBuilder<SqlBool> }

/**
 * Queries which together find what people are asked about, where that is all that is asked for: a department, and where
 * windows end an environment, after the other. What two of them find is one. Undefined where it is anything else.
 */
export const byQuestion = (by: By, filters: MatchFilters, column: string) => {
  const questions = filters.status.filter((name) => name !== 'All').map((name) => QUESTIONS.get(name))
  if (questions.length === 0) return undefined
  const lanes: Lane[] = []
  for (const lanesOfQuestion of questions) {
    if (!lanesOfQuestion) return undefined
    lanes.push(...lanesOfQuestion(by))
  }
  const rest = conditionOf(by, { ...filters, status: [] })
  return lanes.map(
    ({ from, where }) => sql`SELECT of_lane.* FROM ${from} CROSS JOIN LATERAL (
      SELECT ${rowOf({ ...by, column }, 'id')} FROM documents WHERE store_code_id = in_store AND ${where} AND ${rest}
      OFFSET 0) AS of_lane`,
  )
}

const VALIDATED = sql<SqlBool>`status = 'Validated'`

const QUESTIONS = new Map<string, (by: By) => Lane[]>([
  [
    REJECTION_REQUESTED,
    (by) => [{ from: lanesOf(by), where: sql`${VALIDATED} AND reject_requested_at IS NOT NULL` }],
  ],
  [TERM_ENDING, (by) => [{ from: lanesOf(by), where: termEnds(by.now) }]],
  [
    NOT_CANCELLED,
    (by) => [
      { from: lanesOf(by), where: sql`${VALIDATED} AND ${cancellationUnclear}` },
      { from: lanesOf(by), where: sql`${VALIDATED} AND ${cancellationFailed(by.now)}` },
    ],
  ],
  [WAITING_LONG, (by) => [{ from: lanesOf(by), where: waitsLong(by.caller, by.now) }]],
  [
    WINDOW_ENDING,
    (by) => [
      { from: lanesOf(by), where: sql`${VALIDATED} AND ${askedBack(by.now)}` },
      {
        from: sql`${lanesOf(by)}, unnest(${ENVIRONMENTS}::text[]) AS in_place`,
        where: sql`environment = in_place AND ${VALIDATED} AND ${windowEnds(by.now)}`,
      },
    ],
  ],
])
