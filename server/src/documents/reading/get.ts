import type { z } from 'zod'
import { DOCUMENT_TYPES } from '#codes/lists.ts'
import { own } from '#codes/own.ts'
import { DocumentDetail } from '#contract/document-detail.ts'
import { amount } from '#contract/fields.ts'
import type { Caller } from '#domain/access/caller.ts'
import { ACTIONS, cancelDeadline, may } from '#domain/access/policy.ts'
import { twoPlaces } from '#domain/money/format.ts'
import { named } from '#domain/shaping/codes.ts'
import { abilitiesOf } from '../../access/abilities.ts'
import type { Authority } from '../../authority/calls/client.ts'
import { fieldsIn } from '../../authority/words/fields.ts'
import { findEntity } from '../../entities/records/find.ts'
import type { Db } from '../../platform/db/database.ts'
import { readSetting } from '../../settings/read.ts'
import { cancellationsOf, unsettledOf } from '../cancelling/cancellations.ts'
import { isHeldByPerson } from '../deciding/hold.ts'
import { type DocumentRow, readDocument, subjectOf } from '../store/rows.ts'
import { on } from '../store/tables.ts'
import { archiveOf } from './archive.ts'
import { correctionsOf } from './corrections.ts'
import { readableAttempts } from './own-answer.ts'
import { rejectRequestOf } from './reject-request.ts'
import { messageNow } from './slow.ts'

type By = {
  db: Db
  caller: Caller
  now: Date
  secret_key: string
  authority: Pick<Authority, 'validationUrl'>
}

/** One document with everything a person may want to know of it: what may be done, what was sent, what happened. */
export const getDocument = async (by: By, uuid: string): Promise<DocumentDetail> => {
  const { db, caller, now } = by
  const row = await readDocument(db, caller, uuid)
  const settings = { allow_self_approval: await readSetting(db, 'approval.allow_self_approval') }
  const [entity, attempts, history, cancellations, corrections, held_by_person, status_message] =
    await Promise.all([
      findEntity(db, caller, row.sender_entity_id),
      readableAttempts(db, caller, row.id),
      historyOf(db, row.id),
      cancellationsOf(db, row.id),
      correctionsOf(db, caller, row),
      isHeldByPerson(db, row),
      messageNow(by, row),
    ])
  const subject = { ...subjectOf(row), held_by_person }
  return {
    ...written(DocumentDetail, row.content),
    voluntary_disclosure: row.content.voluntary_disclosure ?? false,
    sender: { ...named(row.content.sender), image: entity?.image ?? '' },
    customer: { ...named(row.content.customer), image: '' },
    items: row.content.items.map((line) => written(DocumentDetail.shape.items.element, line)),
    uuid: row.id,
    revision: row.revision,
    status: row.status,
    status_message,
    status_fields: fieldsOf(row),
    invoice_type_description: DOCUMENT_TYPES.describe(row.invoice_type) ?? '',
    created_by: row.created_by ?? '',
    created_by_name: row.created_by_name,
    created_at: row.created_at.toISOString(),
    modified_at: row.modified_at.toISOString(),
    submission_date: row.submitted_at?.toISOString() ?? null,
    environment: row.environment,
    lhdn: lhdnOf(row, by.authority, issuedAt(row, attempts)),
    attempts: attempts.map((attempt) => ({
      id: attempt.id,
      state: attempt.state,
      document_hash: attempt.document_hash,
      issued_at: attempt.issued_at.toISOString(),
      sent_at: attempt.intended_at.toISOString(),
      answered_at: attempt.answered_at?.toISOString() ?? null,
      heard_at: attempt.heard_at?.toISOString() ?? null,
      authority_uuid: attempt.authority_uuid ?? '',
      submission_uid: attempt.submission_uid ?? '',
      correlation_id: attempt.correlation_id,
      answer: attempt.answer,
    })),
    history,
    may: abilitiesOf(ACTIONS, (action) => may(caller, action, subject, now, settings)),
    file_archive: archiveOf(row, now, by.secret_key),
    reject_request: rejectRequestOf(row),
    cancellation: unsettledOf(cancellations, row),
    ...corrections,
    awaits_cancellation: row.awaits_cancellation,
  }
}

const HISTORY_MAX = 200

/** What happened to a document: the newest events, oldest of them first. */
export const historyOf = async (db: Db, document_id: string) => {
  const rows = await on(db)
    .selectFrom('document_history')
    .where('document_id', '=', document_id)
    .orderBy('id', 'desc')
    .limit(HISTORY_MAX)
    .select(['at', 'actor_name', 'from_status', 'to_status', 'event', 'why'])
    .execute()
  return rows
    .reverse()
    .map(({ at, actor_name, ...rest }) => ({ at: at.toISOString(), by: actor_name, ...rest }))
}

/** Since when a document says what it says: its making, or its last edit. */
export const contentSince = async (
  db: Db,
  { id, created_at }: Pick<DocumentRow, 'id' | 'created_at'>,
): Promise<Date> => {
  const row = await on(db)
    .selectFrom('document_history')
    .where('document_id', '=', id)
    .where('event', 'in', ['create', 'edit'])
    .orderBy('id', 'desc')
    .limit(1)
    .select('at')
    .executeTakeFirst()
  return row?.at ?? created_at
}

/** A refusal names fields of the form; what a person wrote (a rejection reason) is not searched for them. */
const fieldsOf = ({ status, status_message }: DocumentRow) =>
  status === 'Invalid' || status === 'Submission Failed' ? fieldsIn(status_message) : {}

/** With every amount as the contract has it in answers. */
const written = <T extends object>({ shape }: z.ZodObject, part: T): T => ({
  ...part,
  ...Object.fromEntries(
    Object.entries(part).flatMap(([name, value]) =>
      own(shape, name) === amount ? [[name, twoPlaces(value)]] : [],
    ),
  ),
})

/** When the bytes that the authority holds were built. */
const issuedAt = (
  row: DocumentRow,
  attempts: readonly { authority_uuid: string | null; issued_at: Date }[],
) => attempts.findLast(({ authority_uuid }) => authority_uuid === row.authority_uuid)?.issued_at

const lhdnOf = (
  row: DocumentRow,
  authority: Pick<Authority, 'validationUrl'>,
  issued_at: Date | undefined,
): DocumentDetail['lhdn'] => {
  if (!row.authority_uuid) return null
  return {
    uuid: row.authority_uuid,
    submission_uid: row.submission_uid ?? '',
    long_id: row.long_id ?? '',
    issued_at: issued_at?.toISOString() ?? null,
    validated_at: row.validated_at?.toISOString() ?? null,
    validation_url: authority.validationUrl(row.environment, row.authority_uuid, row.long_id ?? ''),
    cancel_deadline: cancelDeadline(row)?.toISOString() ?? null,
  }
}
