import type { Caller } from '#domain/access/caller.ts'
import { may } from '#domain/access/policy.ts'
import { isSelfBilled } from '#domain/documents/document.ts'
import { conflict, ProblemError } from '#domain/problems.ts'
import { requireMay } from '../../access/allowed.ts'
import type { Asked } from '../../authority/words/answers.ts'
import { explain } from '../../authority/words/sentences.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { type Lease, withLease } from '../../platform/db/lease.ts'
import type { Engine, Secrets } from '../store/engine.ts'
import {
  actorOf,
  type DocumentRow,
  lockDocument,
  lockForJob,
  readDocument,
  subjectOf,
} from '../store/rows.ts'
import { secretsOf } from '../store/secrets.ts'
import { askAbout, cancelLease } from './cancellation.job.ts'
import {
  adoptCancelled,
  answerCancellation,
  type CancellationRow,
  cancellationsOf,
  intendCancellation,
  isOpen,
} from './cancellations.ts'
import { demandNoUnnamedNote } from './noted.ts'
import type { Refusal } from './successor.ts'

const RETRY_AFTER_S = 60
export const UNAVAILABLE = 'authority_unavailable'

export type Wanted = { uuid: string; reason: string }

/** With what the authority is asked, while nobody else cancels the document. */
type Access = { secrets: Secrets; held: Lease }

/**
 * Cancels a validated document at the authority, then here. The intent is stored first; an answer that is lost is
 * asked about, by a job as well, and never just repeated. Of several at once one cancels; for the others it is a
 * conflict. Throws conflict `note_first` where a note that says NA of the document must be cancelled first.
 */
export const cancelDocument = async (
  { engine, caller }: { engine: Engine; caller: Caller },
  wanted: Wanted,
): Promise<DocumentRow> => {
  const row = await readDocument(engine.db, caller, wanted.uuid)
  requireMay(may(caller, 'cancel', subjectOf(row), engine.clock.now()))
  return underLease(engine, row, async ({ secrets, settled, held }) => {
    if (!settled) {
      const intended = await intend({ engine, caller, held }, wanted)
      await cancelAtAuthority(engine, { secrets, held }, intended)
    }
    return readDocument(engine.db, caller, wanted.uuid)
  })
}

/**
 * Does the work while nobody else cancels the document, once what was asked for formerly is `settled`. Throws conflict
 * `being_cancelled` where somebody does.
 */
export const underLease = async <T>(
  engine: Engine,
  row: DocumentRow,
  work: (found: Access & { settled: boolean }) => Promise<T>,
): Promise<T> => {
  const secrets = await secretsOf(engine, row)
  const lease = await withLease(engine.db, cancelLease(row.id), async (held) =>
    work({ secrets, held, settled: await settleFormer(engine, { secrets, held }, row) }),
  )
  if (!lease.busy) return lease.value
  throw conflict('being_cancelled', 'This document is being cancelled at this moment. Load it again.')
}

/**
 * A former cancellation whose answer was lost is asked about before another one goes out: true if it had its effect
 * after all. Throws 503 while nobody can tell.
 */
const settleFormer = async (
  engine: Engine,
  { secrets, held }: Access,
  { id }: DocumentRow,
): Promise<boolean> => {
  const former = (await cancellationsOf(engine.db, id)).find(isOpen)
  if (!former) return false
  const state = await askAbout(engine, secrets, former)
  if (state === 'unclear') throw notKnown()
  if (state === 'cancelled') return true
  const answer = `${former.answer}\nAsked for again, while LHDN showed the document as valid.`
  await answerCancellation(engine.db, former.id, { state: 'not_arrived', answer, held }, engine.clock.now())
  return false
}

export type Intended = { document: DocumentRow; intent: CancellationRow }

const intend = (
  { engine, caller, held }: { engine: Engine; caller: Caller; held: Lease },
  { uuid, reason }: Wanted,
): Promise<Intended> =>
  inTransaction(engine.db, async (tx) => {
    await held.demandIn(tx)
    const document = await lockDocument(tx, caller, uuid)
    const now = engine.clock.now()
    requireMay(may(caller, 'cancel', subjectOf(document), now))
    await demandNoUnnamedNote(tx, caller, document, now)
    const intent = await intendCancellation(tx, document, { reason, actor: actorOf(caller), now })
    return { document, intent }
  })

/**
 * Asks the authority for what was intended. Throws where the document is not cancelled, or nobody knows; `lease_lost`
 * before it asked, when the job that looks after a lost answer has taken it over.
 */
export const cancelAtAuthority = async (
  engine: Engine,
  { secrets, held }: Access,
  { document, intent }: Intended,
): Promise<void> => {
  await engine.step('cancel: intent stored')
  await held.renew()
  const answer = await engine.authority.cancel(secrets, document.authority_uuid ?? '', intent.reason)
  await engine.step('cancel: answered')
  if (answer.kind === 'answered' && answer.value.status.toLowerCase() === 'cancelled') {
    return adopt(engine, document)
  }
  const told = {
    answer: textOf(answer),
    correlation_id: 'correlation_id' in answer ? answer.correlation_id : '',
  }
  const record = (state: 'refused' | 'unclear' | 'not_sent', refusal?: Refusal) =>
    answerCancellation(engine.db, intent.id, { state, ...told, refusal }, engine.clock.now())
  if (answer.kind === 'unavailable') {
    await record('not_sent')
    throw unavailable(`The cancellation was not sent. ${answer.why}`)
  }
  // Asking is harmless, and the only way to know after an unclear answer or a refusal for being cancelled already.
  if ((await askAbout(engine, secrets, intent)) === 'cancelled') return
  if (answer.kind !== 'refused') {
    await record('unclear')
    throw notKnown()
  }
  const message = explain(answer.reasons, answer.correlation_id, isSelfBilled(document.invoice_type))
  const code = answer.reasons[0]?.code || 'refused'
  await record('refused', { words: message, note_first: code === 'ActiveReferencingDocuments' })
  throw new ProblemError({ kind: 'refused_by_authority', code, message })
}

const adopt = (engine: Engine, cancelled: Pick<DocumentRow, 'id' | 'sender_entity_id'>) =>
  inTransaction(engine.db, async (tx) => {
    const document = await lockForJob(tx, cancelled)
    if (document?.status !== 'Validated') return
    await adoptCancelled(tx, document, { status_reason: '', now: engine.clock.now() })
  })

const textOf = (answer: Asked<unknown>): string =>
  'text' in answer ? answer.text : 'why' in answer ? answer.why : 'LHDN does not know the document.'

const unavailable = (message: string) =>
  new ProblemError({
    kind: 'unavailable',
    code: UNAVAILABLE,
    message,
    retry_after_s: RETRY_AFTER_S,
  })

/** What people are told while nobody can tell whether it had its effect. */
export const NOT_KNOWN =
  'LHDN gave no clear answer to the cancellation. Lulus asks until it knows, and shows the document as User ' +
  'Cancelled once LHDN confirms it. Nothing needs to be done.'

const notKnown = () => unavailable(NOT_KNOWN)
