import { RECOGNISED_MS } from '#domain/access/policy.ts'
import { cutText } from '#domain/text/cut.ts'
import { MINUTE_MS } from '#domain/time/units.ts'
import type { Environment } from '../../authority/wire/environments.ts'
import type { Silence, SubmitAnswer } from '../../authority/words/answers.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { tell } from '../../platform/facts/tell.ts'
import type { SettingValue } from '../../settings/keys.ts'
import { readSetting } from '../../settings/read.ts'
import {
  type AttemptRow,
  answerAttempt,
  askLater,
  countResend,
  environmentOf,
  readAttempt,
  readBytes,
  updateAttempt,
} from '../sending/attempts.ts'
import { foundOf, readComparison } from '../sending/compared.ts'
import { untilKept } from '../sending/kept.ts'
import { fateOf } from '../sending/outcome.ts'
import type { Engine, Secrets } from '../store/engine.ts'
import { documentsNoted } from '../store/facts.ts'
import { noteRefusal } from '../store/refusals.ts'
import { lockForJob } from '../store/rows.ts'
import { adoptFound, ask, askEveryWay, settle, settleRefused, whileUnclear } from './ask.ts'

/** The last resend stays ten minutes clear of the end. */
export const RESEND_HORIZON_MS = RECOGNISED_MS - 10 * MINUTE_MS
const ASK_EVERY_MS = MINUTE_MS
/** Once nothing is sent by itself any more, and a person may decide, nothing is urgent. */
const LATE = { pause_ms: 5 * MINUTE_MS, late: true }
/** Where the authority tells nothing before a person has mended something: credentials, or what they may ask. */
const IN_VAIN = { pause_ms: 60 * MINUTE_MS, late: true }
/** A resend whose own answer was lost may be repeated: the bytes are the same, so no second document arises. */
const RESENDS_MAX = 3
/** Where the same bytes may be sent again, as the setting calls it. */
const RESENT_IN: Readonly<Record<SettingValue<'submission.resend_unknown'>, readonly Environment[]>> = {
  nowhere: [],
  simulator: ['simulator'],
  preprod: ['simulator', 'preprod'],
  everywhere: ['simulator', 'preprod', 'prod'],
}

/** As `findOut`, for the job, which is there again by itself while nothing is known. */
export const resolveAttempt = async (engine: Engine, attempt_id: string): Promise<void> => {
  await findOut(engine, attempt_id)
}

/**
 * Finds out what became of an attempt whose answer was lost: ask, ask again, then send the very same bytes
 * once more, alone; a duplicate answer proves arrival (decisions.md §4). After two hours nothing is sent by itself; it
 * is asked on until the authority was heard once more in every way. Answers the silence where it was not heard.
 */
export const findOut = async (engine: Engine, attempt_id: string): Promise<Silence | undefined> => {
  const attempt = await readAttempt(engine.db, attempt_id)
  if (attempt?.state !== 'unclear') return undefined
  const environment = await environmentOf(engine.db, attempt.submission_id)
  const secrets = await engine.secrets(attempt.sender_entity_id, environment)
  const ageOf = () => engine.clock.now().getTime() - attempt.intended_at.getTime()
  const is_late = ageOf() >= RECOGNISED_MS
  if (!secrets) {
    await countAndAskLater(engine.db, attempt, is_late ? IN_VAIN : { pause_ms: ASK_EVERY_MS })
    return undefined
  }
  // What is asked before bytes go again is asked in every way. So is what is asked last, by a person as well, who is
  // not told to come again for the other one.
  const may_resend = await mayResend(engine, secrets, attempt, ageOf())
  const looked = await (may_resend || is_late ? askEveryWay : ask)(engine, secrets, attempt)
  await engine.step('resolve: asked')
  if (looked.found) {
    await adoptFound(engine, secrets, attempt, looked.found)
    return undefined
  }
  const age_ms = ageOf()
  // Searches wait for their turns, and meanwhile a comparison may have begun.
  if (may_resend && (await mayResend(engine, secrets, attempt, age_ms)))
    await resend(engine, secrets, attempt)
  else if (!is_late)
    await countAndAskLater(engine.db, attempt, { pause_ms: await nextPause(engine.db, attempt, age_ms) })
  else if (looked.answered) await noteHeard(engine, attempt)
  else if (attempt.heard_at === null)
    await countAndAskLater(engine.db, attempt, looked.silence ? LATE : IN_VAIN)
  return looked.silence
}

/** It shows nothing, and is not asked by itself any more: a person decides, with the evidence on screen. */
const noteHeard = async (
  { db, clock }: Engine,
  { id, heard_at, document_id, sender_entity_id }: AttemptRow,
) => {
  if (heard_at !== null) return
  await inTransaction(db, async (tx) => {
    const document = await lockForJob(tx, { id: document_id, sender_entity_id })
    await updateAttempt(tx, id, { heard_at: clock.now() })
    if (!document) return
    await tell(tx, documentsNoted, { document_ids: [document_id], store_code_ids: [document.store_code_id] })
  })
}

const mayResend = async (
  engine: Engine,
  secrets: Secrets,
  attempt: AttemptRow,
  age_ms: number,
): Promise<boolean> => {
  const { db } = engine
  const allowed = await readSetting(db, 'submission.resend_unknown')
  const asks = await readSetting(db, 'submission.ask_after_ms')
  const after_ms = await readSetting(db, 'submission.resend_after_ms')
  return (
    RESENT_IN[allowed].includes(secrets.environment) &&
    attempt.asked_count + 1 >= asks.length &&
    attempt.resend_count < RESENDS_MAX &&
    age_ms >= after_ms &&
    age_ms < RESEND_HORIZON_MS &&
    !(await mayBeThere(engine, secrets, attempt))
  )
}

/**
 * Whether the authority may have the document in another copy than this one, which a database that was put back from a
 * backup does not know of: it was not compared yet, or was found to have the number. The same bytes would be a second
 * document there, since they are issued in another second.
 */
const mayBeThere = async (
  { db, clock }: Engine,
  { environment }: Secrets,
  { sender_entity_id, document_id }: AttemptRow,
): Promise<boolean> => {
  const of = { sender_entity_id, environment }
  const { since, has_found } = await readComparison(db, of, clock.now())
  return since !== undefined || (has_found && (await foundOf(db, of, [document_id])).size > 0)
}

/**
 * In its turn, like every call. The intent of the resend is stored first; the bytes are those of the first copy. What
 * was settled while the turn was waited for is not sent: what was refused could be valid by now, beside the next copy.
 */
const resend = async (engine: Engine, secrets: Secrets, attempt: AttemptRow): Promise<void> => {
  const turn = await engine.authority.awaitTurn(secrets)
  if (turn.kind === 'unavailable') {
    await inTransaction(engine.db, (tx) => askLater(tx, attempt, { pause_ms: turn.retry_after_ms }))
    return
  }
  const resent_at = engine.clock.now()
  const pause_ms = await nextPause(engine.db, attempt, 0)
  let is_mine = false
  const intended = await whileUnclear(engine, attempt, async (tx, current) => {
    // Somebody who asked at the same time has sent them.
    is_mine = current.resend_count === attempt.resend_count
    if (!is_mine) return
    await countResend(tx, attempt.id, 1)
    await updateAttempt(tx, attempt.id, { resent_at })
    // Whatever happens to this process, the attempt is asked about again.
    await askLater(tx, attempt, { pause_ms })
  })
  if (!intended || !is_mine) return
  await engine.step('resolve: resend intended')
  const bytes = await readBytes(engine.db, attempt.id)
  const { code_number, document_hash } = attempt
  const answer = await engine.authority.submit(secrets, [{ code_number, bytes, document_hash }])
  await engine.step('resolve: resent')
  const fate = fateOf(answer, attempt, [attempt])
  if (fate.state === 'accepted') return keepReceived(engine, attempt, fate)
  const why = 'why' in fate ? fate.why : ''
  const { sender_entity_id, document_id } = attempt
  const of = { sender_entity_id, document_id, environment: secrets.environment }
  await untilKept(engine, async (unsure) => {
    // That it does not count must not be counted twice.
    if (unsure) return
    await inTransaction(engine.db, async (tx) => {
      const words = cutText(`${attempt.answer}\nSent once more: ${why}`, 4000)
      await answerAttempt(tx, attempt.id, { answer: words }, engine.clock.now())
      // Certainly not arrived: that resend does not count.
      if (answer.kind === 'unavailable') await countResend(tx, attempt.id, -1)
      if (fate.state === 'refused') await noteRefusal(tx, of, { why, now: engine.clock.now() })
    })
  })
  if (fate.state !== 'refused' || !isForItsBytes(answer, attempt)) return
  const { found, complete } = await askEveryWay(engine, secrets, attempt)
  if (found) return adoptFound(engine, secrets, attempt, found)
  if (complete) await settleRefused(engine, attempt, { why, resends: attempt.resend_count + 1 })
}

/** Another answer may have settled the attempt while the copy was on its way: that this one exists is then logged. */
const keepReceived = async (engine: Engine, attempt: AttemptRow, copy: Copy): Promise<void> => {
  if (await untilKept(engine, () => settle(engine, attempt, copy, RECEIVED_AGAIN))) return
  const { authority_uuid, submission_uid } = copy
  const settled = await readAttempt(engine.db, attempt.id)
  if (settled?.authority_uuid === authority_uuid) return
  const { id: attempt_id, document_id, code_number } = attempt
  engine.log.error(
    { attempt_id, document_id, code_number, state: settled?.state, authority_uuid, submission_uid },
    'the authority received a copy of a document that was settled without it',
  )
}

type Copy = { authority_uuid: string; submission_uid: string }

const RECEIVED_AGAIN = 'The same bytes were sent once more and received.'

/** Core fields are checked in the bytes alone, but for the issue time (CF321), which is checked against the clock. */
const OF_BYTES = /^CF(?!321)\d{3}$/

/**
 * Whether a document was refused for what the bytes say each time they are sent: then an earlier copy was refused as
 * well, if it arrived. Any other reason may be new, as that there is a first copy.
 */
const isForItsBytes = (answer: SubmitAnswer, { code_number }: AttemptRow): boolean =>
  answer.kind === 'accepted' &&
  answer.rejected.some(
    ({ number, reasons }) =>
      number === code_number && reasons.length > 0 && reasons.every(({ code }) => OF_BYTES.test(code)),
  )

const nextPause = async (db: Db, attempt: AttemptRow, age_ms: number): Promise<number> => {
  const asks = await readSetting(db, 'submission.ask_after_ms')
  const resend_after_ms = await readSetting(db, 'submission.resend_after_ms')
  const next_ms = asks[attempt.asked_count + 1] ?? Math.max(resend_after_ms, ASK_EVERY_MS)
  if (attempt.asked_count + 1 < asks.length) return Math.max(next_ms - age_ms, 0)
  return age_ms < resend_after_ms ? resend_after_ms - age_ms : Math.min(ASK_EVERY_MS, Math.max(...asks))
}

const countAndAskLater = (db: Db, attempt: AttemptRow, when: { pause_ms: number; late?: boolean }) =>
  inTransaction(db, async (tx) => {
    await updateAttempt(tx, attempt.id, { asked_count: attempt.asked_count + 1 })
    await askLater(tx, attempt, when)
  })
