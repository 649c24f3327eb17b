import { MINUTE_MS } from '#domain/time/units.ts'
import type { Environment } from '../../authority/wire/environments.ts'
import type { Asked } from '../../authority/words/answers.ts'
import { explain } from '../../authority/words/sentences.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { leftAfter, type SearchLimits, wholeOf } from '../cancelling/left.ts'
import type { Engine } from '../store/engine.ts'
import { type Comparison, keepComparison, MARGIN_MS, openComparisons } from './comparisons.ts'
import { recordFound } from './found.ts'

/** `lag_ms`: how long it may take until the search shows what the authority has received. */
export type CompareLimits = SearchLimits & { lag_ms: Record<Environment, number> }

/**
 * MyInvois API v1.0, search documents: at most 100 documents a page and 10,000 a search. Its lag is not published; what
 * the simulator has received it shows at once.
 */
export const LIMITS: CompareLimits = {
  page_rows: 100,
  reach_rows: 10_000,
  lag_ms: { simulator: 0, preprod: 2 * MINUTE_MS, prod: 2 * MINUTE_MS },
}
/** The run after it goes on: it comes a minute later, ms. */
const RUN_MS_MAX = 4 * MINUTE_MS

/**
 * Looks through what the authority received since somebody was last here, page by page, of several companies each in
 * turn; no environment waits for another one. What one page shows is stored before the next one is asked for. A company
 * of which the authority says nothing is asked about again by the next run; nothing of it is sent meanwhile.
 */
export const compare = async (engine: Engine, limits = LIMITS): Promise<void> => {
  const open = await openComparisons(engine.db, engine.clock.now())
  const places = Map.groupBy(open, ({ environment }) => environment)
  await Promise.all([...places.values()].map((turns) => compareInTurns(engine, turns, limits)))
}

const compareInTurns = async (engine: Engine, first: readonly Comparison[], limits: CompareLimits) => {
  const began_ms = engine.clock.now().getTime()
  let turns = first
  while (turns.length > 0) {
    const next: Comparison[] = []
    for (const comparison of turns) {
      if (engine.clock.now().getTime() - began_ms > RUN_MS_MAX) return
      const rest = await comparePage(engine, comparison, limits).catch((err: unknown) => {
        // Of one company: the others are not kept waiting.
        engine.log.error({ err, ...ofCompany(comparison) }, 'a company could not be compared with LHDN')
        return undefined
      })
      if (rest) next.push(rest)
    }
    turns = next
  }
}

const ofCompany = ({ sender_entity_id, environment }: Comparison) => ({ sender_entity_id, environment })

/** Answers what is left for this run; undefined when nothing is, or nothing was learnt. */
const comparePage = async (
  engine: Engine,
  comparison: Comparison,
  limits: CompareLimits,
): Promise<Comparison | undefined> => {
  const { sender_entity_id, environment, left } = comparison
  const secrets = await engine.secrets(sender_entity_id, environment)
  if (!secrets) return undefined
  const answer = await engine.authority.search(secrets, {
    ...{ text: '', by: 'submission', from: left.slice_from, to: left.slice_to },
    ...{ page: left.page, page_rows: limits.page_rows },
  })
  const now = engine.clock.now()
  if (answer.kind !== 'answered') {
    const said = { silent_at: now, ...silenceOf(answer) }
    await inTransaction(engine.db, (tx) => keepComparison(tx, comparison, { left, said }))
    return undefined
  }
  const { documents, total } = answer.value
  const rest = leftAfter(left, { rows: documents.length, total }, limits)
  const kept = rest ?? lastLookOf(comparison, now, limits)
  const numbers = await inTransaction(engine.db, async (tx) => {
    const given = await recordFound(tx, { sender_entity_id, environment }, { documents, now })
    await keepComparison(tx, comparison, {
      left: kept,
      said: { silent_at: null, why: GOING_ON, is_refused: false },
    })
    return given
  })
  if (numbers.length > 0)
    engine.log.warn(
      { sender_entity_id, environment, numbers },
      'LHDN has numbers of ours by ids that are not known here',
    )
  return rest && { ...comparison, left: rest }
}

/** While pages are left. */
const GOING_ON = 'It is being gone through, newest first.'

/** What was received just before may not be shown yet: the next run looks at the end once more. */
const lastLookOf = (
  { environment, began_at, age_ms, left }: Comparison,
  now: Date,
  { lag_ms }: CompareLimits,
) => {
  const lag = lag_ms[environment]
  if (age_ms >= lag) return undefined
  const from_ms = Math.max(left.round_from.getTime(), began_at.getTime() - lag - MARGIN_MS)
  return wholeOf(new Date(from_ms), new Date(now.getTime() + MARGIN_MS))
}

/** For people: what it said, and whether asking again will hardly help. */
const silenceOf = (answer: Exclude<Asked<unknown>, { kind: 'answered' }>) => {
  if (answer.kind === 'absent') return { why: '', is_refused: false }
  if (answer.kind === 'refused')
    return { why: explain(answer.reasons, answer.correlation_id, false), is_refused: true }
  return { why: answer.why, is_refused: answer.kind === 'unavailable' && answer.credentials_refused }
}
