import { HOUR_MS } from '#domain/time/units.ts'
import type { Engine } from '../store/engine.ts'
import { refusalIn } from '../store/refusals.ts'
import { CREDENTIALS_MISSING } from '../store/secrets.ts'
import type { WatchQuestion } from '../store/tables.ts'
import { leftAfter, type SearchLimits } from './left.ts'
import { noticeAll } from './notice.ts'
import { keepRound, type Round, roundsDue } from './rounds.ts'

/** `pages_max`: pages of one company that one run looks at. */
export type WatchLimits = SearchLimits & { pages_max: Record<WatchQuestion, number> }

/**
 * MyInvois API v1.0, search documents: at most 100 documents a page and 10,000 a search, 12 searches a minute of each
 * client. A run takes ten of the sixty that its five minutes have, one at a time, so that whoever asks about a lost
 * answer waits for one turn of the watch at most.
 */
const LIMITS: WatchLimits = { page_rows: 100, reach_rows: 10_000, pages_max: { cancelled: 2, all: 8 } }

/** A run ends before the next one is due; what it did not come to is first then, ms. */
const RUN_MS_MAX = 240_000
/** Of the 72 hours in which a request can be answered: what takes longer to be seen may come too late, ms. */
const ROUND_MS_WARNED = 24 * HOUR_MS

/**
 * Looks at what was validated in the last 72 hours: a buyer may have asked for rejection, and the document may
 * have been cancelled on the authority's own portal. There are no callbacks; asking is the only way. A company with
 * more documents than a run looks at is gone on with by the next one. Of several companies each has a page in turn:
 * the pace is one of each client.
 */
export const watch = async (engine: Engine, limits: WatchLimits = LIMITS): Promise<void> => {
  const began_ms = engine.clock.now().getTime()
  let turns = await roundsDue(engine.db, new Date(began_ms))
  warnOfLong(engine, turns, began_ms)
  for (let pages = 1; turns.length > 0; pages++) {
    const next: Round[] = []
    for (const round of turns) {
      if (engine.clock.now().getTime() - began_ms > RUN_MS_MAX) return
      const seen = await lookAtPage(engine, round, limits).catch((err: unknown) => {
        const { sender_entity_id, environment } = round
        // Of one company: the others are not kept waiting.
        engine.log.error({ err, sender_entity_id, environment }, 'a company could not be watched at LHDN')
        return undefined
      })
      if (seen && pages < limits.pages_max[round.question]) next.push(seen)
    }
    turns = next
  }
}

/** Said by each run as long as it lasts: more documents than can be looked through, or searches that fail. */
const warnOfLong = (engine: Engine, rounds: readonly Round[], now_ms: number): void => {
  const long = rounds.filter(({ began_at }) => now_ms - began_at.getTime() > ROUND_MS_WARNED)
  if (long.length === 0) return
  engine.log.warn(
    { rounds: long.slice(0, 10), count: long.length },
    'documents at LHDN were not looked through for more than a day: what others did to them may be seen too late',
  )
}

/** Answers the round as far as it is then; undefined when it is complete, or nothing was learnt. */
const lookAtPage = async (engine: Engine, round: Round, limits: WatchLimits): Promise<Round | undefined> => {
  const { sender_entity_id, environment, question, left } = round
  const secrets = await engine.secrets(sender_entity_id, environment)
  if (!secrets) {
    await keepRound(engine.db, round, { left, now: engine.clock.now(), refused: CREDENTIALS_MISSING })
    return undefined
  }
  const answer = await engine.authority.search(secrets, {
    ...{ text: '', by: 'submission', from: left.slice_from, to: left.slice_to },
    status: question === 'cancelled' ? 'Cancelled' : undefined,
    ...{ page: left.page, page_rows: limits.page_rows },
  })
  const now = engine.clock.now()
  if (answer.kind !== 'answered') {
    await keepRound(engine.db, round, { left, now, refused: refusalIn(answer) ?? null })
    return undefined
  }
  const { documents, total } = answer.value
  await noticeAll(engine, sender_entity_id, documents)
  const rest = leftAfter(left, { rows: documents.length, total }, limits)
  await keepRound(engine.db, round, { left: rest, now })
  return rest && { ...round, left: rest }
}
