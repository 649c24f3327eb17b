import { cutText } from '#domain/text/cut.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time/units.ts'
import type { SearchWanted } from '../../authority/calls/client.ts'
import { searchPages } from '../../authority/calls/search-pages.ts'
import type { Silence, SummaryFacts } from '../../authority/words/answers.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import { AUTHORITY, SYSTEM, transition } from '../life/transition.ts'
import { type AttemptRow, answerAttempt, attemptsOfSubmission, readAttempt } from '../sending/attempts.ts'
import { recordAccepted } from '../sending/outcome.ts'
import type { Engine, Secrets } from '../store/engine.ts'
import { lockForJob } from '../store/rows.ts'

/** Clocks may differ a little between us and the authority. */
const CLOCKS_APART_MS = 10 * MINUTE_MS
/** Issue times are whole seconds: this much on either side holds one of them, whether the ends count or not. */
const HALF_SECOND_MS = 500
/** Six times as many documents as are sent in a second at the published pace; they take fifty seconds to read. */
const PAGES_MAX = 10
/** Each third question goes by the time of submission. */
const BY_RECEIPT_EACH = 3
const ANSWER_LENGTH_MAX = 4000

/**
 * What the search shows of an attempt; whether it was read to its end, whether all that was asked was answered, and
 * else the silence, if it was one.
 */
type Looked = { found?: SummaryFacts; complete: boolean; answered: boolean; silence?: Silence }
/** Where an attempt is looked for, and how far. */
type Way = { wanted: SearchWanted; pages_max: number }

/**
 * The authority's own record of an attempt's bytes, if its search shows it: same number, same issue second.
 * Nothing found proves nothing, since the search lags and is not always read to its end.
 */
export const ask = (engine: Engine, secrets: Secrets, attempt: AttemptRow): Promise<Looked> =>
  attempt.asked_count % BY_RECEIPT_EACH === BY_RECEIPT_EACH - 1
    ? lookFor(engine, secrets, attempt, byReceipt(engine, attempt))
    : lookFor(engine, secrets, attempt, bySecond(attempt))

/** The same where much depends on it, as where bytes go again if nothing is found: a search more. */
export const askEveryWay = async (engine: Engine, secrets: Secrets, attempt: AttemptRow): Promise<Looked> => {
  const first = await lookFor(engine, secrets, attempt, bySecond(attempt))
  if (first.found) return first
  const second = await lookFor(engine, secrets, attempt, byReceipt(engine, attempt))
  return {
    ...{ ...first, ...second },
    complete: first.complete && second.complete,
    answered: first.answered && second.answered,
  }
}

/** Whatever else was sent before and since: only what was issued in the same second. */
const bySecond = ({ code_number, issued_at }: AttemptRow): Way => ({
  wanted: { text: textOf(code_number), by: 'issue', ...around(issued_at, issued_at, HALF_SECOND_MS) },
  pages_max: PAGES_MAX,
})

/** A search spans at most 31 days; what arrived did so within minutes. */
const RECEIVED_WITHIN_MS = 30 * DAY_MS

/** Should the authority take issue dates otherwise than it says: the newest hundred that it received since. */
const byReceipt = ({ clock }: Engine, { code_number, issued_at }: AttemptRow): Way => {
  const until = new Date(Math.min(clock.now().getTime(), issued_at.getTime() + RECEIVED_WITHIN_MS))
  return {
    wanted: { text: textOf(code_number), by: 'submission', ...around(issued_at, until, CLOCKS_APART_MS) },
    pages_max: 1,
  }
}

const around = (first: Date, last: Date, margin_ms: number) => ({
  from: new Date(first.getTime() - margin_ms),
  to: new Date(last.getTime() + margin_ms),
})

/** The search takes no special characters: without a text the window and the match do the work. */
const textOf = (code_number: string) => (/^[A-Za-z0-9-]+$/.test(code_number) ? code_number : '')

const lookFor = async (
  engine: Engine,
  secrets: Secrets,
  attempt: AttemptRow,
  { wanted, pages_max }: Way,
): Promise<Looked> => {
  const holds = (page: readonly SummaryFacts[]) => {
    const match = matchOf(page, attempt)
    return match !== undefined && match.status !== 'invalid'
  }
  const { facts, complete, answered, silence } = await searchPages(engine.authority, secrets, wanted, {
    pages_max,
    enough: holds,
  })
  // A refused copy says nothing while the accepted one may stand on a page that was not read.
  const found = complete || holds(facts) ? matchOf(facts, attempt) : undefined
  return { complete, answered, ...(found && { found }), ...(silence && { silence }) }
}

const matchOf = (facts: readonly SummaryFacts[], attempt: AttemptRow): SummaryFacts | undefined => {
  const matches = facts.filter(
    (one) => one.number === attempt.code_number && one.issued_at?.getTime() === attempt.issued_at.getTime(),
  )
  // A resent copy that was refused as a duplicate has the same marks; the first, accepted one is the document.
  return matches.find((one) => one.status !== 'invalid') ?? matches[0]
}

/**
 * Adopts what the authority holds. One document of a lost batch that was found leads to its whole submission,
 * which settles all the others: searching for each would take minutes at twelve searches a minute.
 */
export const adoptFound = async (
  engine: Engine,
  secrets: Secrets,
  attempt: AttemptRow,
  found: SummaryFacts,
): Promise<void> => {
  await settle(
    engine,
    attempt,
    { authority_uuid: found.uuid, submission_uid: found.submission_uid },
    BY_ASKING,
  )
  const batch = await attemptsOfSubmission(engine.db, attempt.submission_id)
  const others = batch.filter(
    (one) => one.id !== attempt.id && one.state === 'unclear' && one.resend_count === 0,
  )
  // A resent copy is a submission of its own and says nothing about the batch. It may have been sent while the
  // search was on its way, so what counts is what is stored now.
  const resent = (await readAttempt(engine.db, attempt.id))?.resend_count !== 0
  if (others.length === 0 || resent || found.submission_uid === '') return
  const answer = await engine.authority.submission(secrets, found.submission_uid)
  if (answer.kind !== 'answered') return
  const whole = answer.value.complete && isListOf(answer.value.documents, batch, found)
  for (const other of others) {
    const match = matchOf(answer.value.documents, other)
    if (!match && whole) await proveNotArrived(engine, other)
    else if (match)
      await settle(
        engine,
        other,
        { authority_uuid: match.uuid, submission_uid: found.submission_uid },
        BY_ASKING,
      )
  }
}

/**
 * Whether a list can prove that something is missing from it: it names the document that was found, nothing
 * foreign and nothing twice. A garbled list proves nothing.
 */
const isListOf = (
  listed: readonly SummaryFacts[],
  batch: readonly AttemptRow[],
  found: SummaryFacts,
): boolean =>
  listed.some((one) => one.uuid === found.uuid) &&
  new Set(listed.map((one) => one.number)).size === listed.length &&
  listed.every((one) => batch.some((attempt) => matchOf([one], attempt) !== undefined))

const BY_ASKING = 'Found by asking LHDN for the number.'

/**
 * The attempt is the authority's document from now on; a document that moved meanwhile is left alone. Answers whether
 * it was still unclear.
 */
export const settle = (
  engine: Engine,
  attempt: AttemptRow,
  ids: { authority_uuid: string; submission_uid: string },
  words: string,
): Promise<boolean> =>
  whileUnclear(engine, attempt, async (tx, current) => {
    const now = engine.clock.now()
    const answer = cutText(`${current.answer}\n${words}`, ANSWER_LENGTH_MAX)
    const { authority_uuid } = ids
    const said = { state: 'accepted' as const, authority_uuid, answered_at: now, answer }
    await answerAttempt(tx, attempt.id, said, now)
    const document = await lockForJob(tx, documentOf(attempt))
    if (document?.revision === attempt.revision) await recordAccepted(tx, document, ids, now)
  })

/**
 * The authority took the batch and lists its documents, and this one is not among them: it was refused, and may
 * be sent again to learn why.
 */
const proveNotArrived = (engine: Engine, attempt: AttemptRow): Promise<boolean> =>
  whileUnclear(engine, attempt, async (tx, current) => {
    // Sent once more while the list was on its way: whether that copy arrived nobody knows yet.
    if (current.resend_count !== 0) return
    const now = engine.clock.now()
    const answer = cutText(
      `${current.answer}\nLHDN took the submission without this document.`,
      ANSWER_LENGTH_MAX,
    )
    await answerAttempt(tx, attempt.id, { state: 'refused', answered_at: now, answer }, now)
    const document = await lockForJob(tx, documentOf(attempt))
    if (document?.status !== 'Outcome Unknown' || document.revision !== attempt.revision) return
    const why = 'LHDN did not take this document; it is sent again by itself to learn why.'
    await transition(tx, document, { event: 'prove_not_arrived', actor: SYSTEM, why, now })
  })

/**
 * The same bytes, sent once more, were refused for what stands in them, and no copy of them shows: no earlier one was
 * taken either. `resends`: with the refused one; another copy may be on its way since, whose answer tells.
 */
export const settleRefused = (
  engine: Engine,
  attempt: AttemptRow,
  { why, resends }: { why: string; resends: number },
): Promise<boolean> =>
  whileUnclear(engine, attempt, async (tx, current) => {
    if (current.resend_count !== resends) return
    const now = engine.clock.now()
    await answerAttempt(tx, attempt.id, { state: 'refused', answered_at: now }, now)
    const document = await lockForJob(tx, documentOf(attempt))
    if (document?.status !== 'Outcome Unknown' || document.revision !== attempt.revision) return
    await transition(tx, document, { event: 'prove_not_arrived', actor: SYSTEM, why: REFUSED_AS_WELL, now })
    const proved = await lockForJob(tx, documentOf(attempt))
    if (proved) await transition(tx, proved, { event: 'refuse', actor: AUTHORITY, why, now })
  })

const REFUSED_AS_WELL =
  'LHDN refused the same bytes, sent once more, for what stands in them, and shows no other copy: none was received.'

const documentOf = ({ document_id, sender_entity_id }: AttemptRow) => ({ id: document_id, sender_entity_id })

/**
 * Writes about an attempt whose answer is still unclear, and answers whether it is. The document's row is locked first,
 * as everywhere, so that two answers cannot wait for each other.
 */
export const whileUnclear = (
  engine: Engine,
  attempt: AttemptRow,
  write: (tx: Tx, current: AttemptRow) => Promise<void>,
): Promise<boolean> =>
  inTransaction(engine.db, async (tx) => {
    await lockForJob(tx, documentOf(attempt))
    const current = await readAttempt(tx, attempt.id)
    if (current?.state !== 'unclear') return false
    await write(tx, current)
    return true
  })
