import { inTransaction } from '../../platform/db/database.ts'
import { leftAfter, type SearchLimits } from '../cancelling/left.ts'
import type { Engine } from '../store/engine.ts'
import { type Comparison, keepComparison, openComparisons } from './comparisons.ts'
import { recordFound } from './found.ts'

/** MyInvois API v1.0, search documents: at most 100 documents a page and 10,000 a search. */
const LIMITS: SearchLimits = { page_rows: 100, reach_rows: 10_000 }
/** The run after it goes on: it comes a minute later, ms. */
const RUN_MS_MAX = 240_000

/**
 * Looks through what the authority received since somebody was last here, page by page, of several companies each in
 * turn. What one page shows is stored before the next one is asked for. A company of which the authority says nothing
 * is asked about again by the next run; nothing of it is sent meanwhile.
 */
export const compare = async (engine: Engine, limits = LIMITS): Promise<void> => {
  const began_ms = engine.clock.now().getTime()
  let turns = await openComparisons(engine.db, engine.clock.now())
  while (turns.length > 0) {
    const next: Comparison[] = []
    for (const comparison of turns) {
      if (engine.clock.now().getTime() - began_ms > RUN_MS_MAX) return
      const rest = await comparePage(engine, comparison, limits)
      if (rest) next.push(rest)
    }
    turns = next
  }
}

/** Answers what is left then; undefined when nothing is, or nothing was learnt. */
const comparePage = async (
  engine: Engine,
  comparison: Comparison,
  limits: SearchLimits,
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
    await inTransaction(engine.db, (tx) => keepComparison(tx, comparison, { left, silent_at: now }))
    return undefined
  }
  const { documents, total } = answer.value
  const rest = leftAfter(left, { rows: documents.length, total }, limits)
  const found = await inTransaction(engine.db, async (tx) => {
    const unknown = await recordFound(tx, { sender_entity_id, environment }, { documents, now })
    await keepComparison(tx, comparison, { left: rest, silent_at: null })
    return unknown
  })
  if (found.length > 0)
    engine.log.warn({ sender_entity_id, environment, numbers: found }, 'LHDN has documents that are not here')
  return rest && { ...comparison, left: rest }
}
