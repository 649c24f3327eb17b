import type { Caller } from '#domain/access/caller.ts'
import { may } from '#domain/access/policy.ts'
import { ProblemError } from '#domain/problems.ts'
import { requireMay } from '../../access/allowed.ts'
import type { Asked } from '../../authority/words/answers.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { adoptCancelled } from '../cancelling/cancellations.ts'
import { openAttempt, readAttempt } from '../sending/attempts.ts'
import type { Engine, Secrets } from '../store/engine.ts'
import { type DocumentRow, lockDocument, readDocument, subjectOf } from '../store/rows.ts'
import { secretsOf } from '../store/secrets.ts'
import { pollDocument } from '../verdicts/poll.job.ts'
import { findOut } from '../verdicts/resolve.job.ts'

type By = { engine: Engine; caller: Caller }

/** Fetch Updates: asks the authority now and answers the document as it stands afterwards. */
export const fetchUpdates = async ({ engine, caller }: By, uuid: string): Promise<DocumentRow> => {
  const row = await readDocument(engine.db, caller, uuid)
  requireMay(may(caller, 'fetch_updates', subjectOf(row), engine.clock.now()))
  const secrets = await secretsOf(engine, row)
  if (row.status === 'Outcome Unknown') await resolveNow(engine, row)
  else if (row.status === 'Submitted') requireAnswer(await pollDocument(engine, secrets, row))
  else await noticeCancellation(engine, caller, secrets, row)
  return readDocument(engine.db, caller, uuid)
}

const resolveNow = async (engine: Engine, row: DocumentRow): Promise<void> => {
  const attempt = await openAttempt(engine.db, row.id, row.revision)
  const silence = attempt && (await findOut(engine, attempt.id))
  // Where the same bytes went out once more, their answer is news.
  if (silence && (await readAttempt(engine.db, attempt.id))?.state === 'unclear') requireAnswer(silence)
}

/** A document cancelled on the authority's own portal is cancelled here as well. */
const noticeCancellation = async (engine: Engine, caller: Caller, secrets: Secrets, row: DocumentRow) => {
  const answer = await engine.authority.details(secrets, row.authority_uuid ?? '')
  requireAnswer(answer)
  if (answer.kind !== 'answered' || answer.value.status !== 'cancelled' || row.status !== 'Validated') return
  const { status_reason } = answer.value
  await inTransaction(engine.db, async (tx) => {
    const document = await lockDocument(tx, caller, row.id)
    if (document.status !== 'Validated') return
    await adoptCancelled(tx, document, { status_reason, now: engine.clock.now() })
  })
}

/** Somebody waits for news: that there is none because the authority is silent is told as 503. */
const requireAnswer = (answer: Asked<unknown>): void => {
  if (answer.kind !== 'unclear' && answer.kind !== 'unavailable') return
  throw new ProblemError({
    kind: 'unavailable',
    code: 'authority_unavailable',
    message: `LHDN did not answer. ${answer.why}`,
    retry_after_s: 30,
  })
}
