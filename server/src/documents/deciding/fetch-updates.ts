import type { Caller } from '#domain/access/caller.ts'
import { may } from '#domain/access/policy.ts'
import { ProblemError } from '#domain/problems.ts'
import { requireMay } from '../../access/allowed.ts'
import type { Asked } from '../../authority/words/answers.ts'
import { explain } from '../../authority/words/sentences.ts'
import { noticeAll } from '../cancelling/notice.ts'
import { openAttempt, readAttempt } from '../sending/attempts.ts'
import type { Engine, Secrets } from '../store/engine.ts'
import { type DocumentRow, readDocument, subjectOf } from '../store/rows.ts'
import { secretsOf } from '../store/secrets.ts'
import { pollDocument } from '../verdicts/poll.job.ts'
import { findOut } from '../verdicts/resolve.job.ts'
import { addReasons } from '../verdicts/verdict.ts'

type By = { engine: Engine; caller: Caller }

/** Fetch Updates: asks the authority now and answers the document as it stands afterwards. */
export const fetchUpdates = async ({ engine, caller }: By, uuid: string): Promise<DocumentRow> => {
  const row = await readDocument(engine.db, caller, uuid)
  requireMay(may(caller, 'fetch_updates', subjectOf(row), engine.clock.now()))
  const secrets = await secretsOf(engine, row)
  if (row.status === 'Outcome Unknown') await resolveNow(engine, row)
  else if (row.status === 'Submitted') requireAnswer(await pollDocument(engine, secrets, row))
  else await noticeOthers(engine, secrets, row)
  return readDocument(engine.db, caller, uuid)
}

const resolveNow = async (engine: Engine, row: DocumentRow): Promise<void> => {
  const attempt = await openAttempt(engine.db, row.id, row.revision)
  const silence = attempt && (await findOut(engine, attempt.id))
  // Where the same bytes went out once more, their answer is news.
  if (silence && (await readAttempt(engine.db, attempt.id))?.state === 'unclear') requireAnswer(silence)
}

/**
 * What others did to the document at the authority is told at once: a cancellation, or the buyer's request; and why it
 * is invalid, where that was not told with the verdict.
 */
const noticeOthers = async (engine: Engine, secrets: Secrets, row: DocumentRow): Promise<void> => {
  const answer = await engine.authority.details(secrets, row.authority_uuid ?? '')
  requireAnswer(answer)
  // As where an intermediary's took the place of those that sent it: nobody hears then what buyers ask for.
  if (answer.kind === 'absent')
    throw new ProblemError({ kind: 'refused_by_authority', code: 'absent', message: NOT_SHOWN })
  if (answer.kind !== 'answered') return
  await noticeAll(engine, row.sender_entity_id, [answer.value])
  await addReasons(engine, row, answer)
}

const NOT_SHOWN =
  'LHDN does not show this document to the credentials that are stored now: only whoever sent it is told of it. ' +
  'It stays here as LHDN told it last.'

/** Somebody waits for news: that there is none because the authority is silent, or refuses to tell, is told. */
const requireAnswer = (answer: Asked<unknown>): void => {
  if (answer.kind === 'refused') {
    throw new ProblemError({
      kind: 'refused_by_authority',
      code: answer.reasons[0]?.code || 'refused',
      message: explain(answer.reasons, answer.correlation_id),
    })
  }
  if (answer.kind !== 'unclear' && answer.kind !== 'unavailable') return
  throw new ProblemError({
    kind: 'unavailable',
    code: 'authority_unavailable',
    message: `LHDN did not answer. ${answer.why}`,
    retry_after_s: 30,
  })
}
