import type { Caller } from '#domain/access/caller.ts'
import { may } from '#domain/access/policy.ts'
import { buyerOf, isNote, supplierOf, type TaxDocument } from '#domain/documents/document.ts'
import { hasTerm, submitBy } from '#domain/documents/submit-by.ts'
import { changedMeanwhile, conflict, invalidFields, ProblemError } from '#domain/problems.ts'
import { requireMay } from '../../access/allowed.ts'
import { ENVIRONMENT_NAMES } from '../../entities/records/condition.ts'
import { isUniqueViolation, type Tx } from '../../platform/db/database.ts'
import { keepFormer } from '../store/former.ts'
import { contentColumns } from '../store/hash.ts'
import { keepOriginals } from '../store/originals.ts'
import {
  actorOf,
  type DocumentRow,
  insertDocument,
  insertUnlessTaken,
  lockDocument,
  readDocument,
  subjectOf,
} from '../store/rows.ts'
import { type Lane, on } from '../store/tables.ts'
import { keepToOriginals, lockOriginalsBefore } from './credit-limit.ts'
import { type Idempotency, rememberResult } from './idempotency.ts'
import { keepToNotes } from './keep-to-notes.ts'
import { nextFreeNumber, nextNumber, numberGoingAlong } from './numbering.ts'
import { type Actor, recordCreation, transition } from './transition.ts'

/** What saving answers: the row as stored. */
export type SavedDocument = DocumentRow

/** Where a document belongs, found for this caller before. */
export type Place = {
  sender_entity_id: string
  environment: DocumentRow['environment']
  store_code_id: string
  sender_store_code: string
}

/** The request that saves: its key makes a repetition answer the first result. `original` is what came, as JSON. */
export type SavedBy = {
  caller: Caller
  /** The document that a new one replaces, whose cancellation is asked for in the same transaction. */
  corrects?: string | undefined
  now: Date
  lane: Lane
  original: string
  idempotency: Idempotency | undefined
}

/**
 * Stores a new document as Pending Approval. With `claim` the server gives the number; otherwise the document
 * brings its own. Throws conflict `number_taken`, invalid_fields for a note that credits too much and for what
 * replaces a document of another company, and conflict `other_environment` where that went elsewhere.
 */
export const createDocument = async (
  tx: Tx,
  place: Place,
  document: TaxDocument,
  { claim, ...by }: SavedBy & { claim: boolean },
): Promise<DocumentRow> => {
  if (by.corrects) {
    await keepPlaceOf(tx, by.corrects, place)
    await lockOriginalsBefore(tx, by.corrects, { ...place, content: document })
    await lockDocument(tx, by.caller, by.corrects)
  }
  await keepToOriginals(tx, by.caller, [{ ...place, content: document, corrects: by.corrects }])
  try {
    const row = claim
      ? await insertNumbered(tx, place, document, by)
      : await insertDocument(tx, newRow(place, columnsOf(document), by))
    await recordCreation(tx, [row], actorOf(by.caller), by.now)
    await keepOriginals(tx, [{ ...row, original: by.original }], by.now)
    await rememberResult(tx, row.id, by)
    return row
  } catch (error) {
    if (isUniqueViolation(error, 'documents_number')) throw numberTaken(document.invoice_number)
    if (isUniqueViolation(error, 'documents_successor')) throw alreadyCorrected()
    throw error
  }
}

/**
 * Numbers a document and stores it. Whoever creates in the same series waits meanwhile, so nothing is asked before:
 * nearly always the next number is free, and where it is not the row says so.
 */
const insertNumbered = async (
  tx: Tx,
  place: Place,
  document: TaxDocument,
  by: SavedBy,
): Promise<DocumentRow> => {
  const series = { ...place, store_code: place.sender_store_code, invoice_type: document.invoice_type }
  let invoice_number = await nextNumber(tx, series)
  for (;;) {
    const columns = columnsOf({ ...document, invoice_number })
    const row = await insertUnlessTaken(tx, newRow(place, columns, by))
    if (row) return row
    invoice_number = await nextFreeNumber(tx, series)
  }
}

/**
 * Before the row, whose reference may be one within the company (decision 057). A trial replaces no tax document, which
 * would be cancelled all the same, nor the other way round.
 */
const keepPlaceOf = async (tx: Tx, corrects: string, place: Place): Promise<void> => {
  const replaced = await on(tx)
    .selectFrom('documents')
    .where('id', '=', corrects)
    .select(['sender_entity_id', 'environment', 'invoice_number'])
    .executeTakeFirst()
  if (replaced?.sender_entity_id !== place.sender_entity_id) {
    throw invalidFields({ sender_entity_code: ['A document is replaced by one of the same company.'] })
  }
  if (replaced.environment === place.environment) return
  const [there, here] = [ENVIRONMENT_NAMES[replaced.environment], ENVIRONMENT_NAMES[place.environment]]
  throw conflict(
    'other_environment',
    `${replaced.invoice_number} was made for ${there}; what replaces it would go to ${here}. ` +
      'Cancel it, and copy it as new.',
  )
}

/** A new document as its row. */
export const newRow = (
  place: Place,
  columns: ReturnType<typeof columnsOf>,
  by: Pick<SavedBy, 'caller' | 'lane' | 'now' | 'corrects'>,
) => {
  const actor = actorOf(by.caller)
  return {
    ...place,
    ...columns,
    lane: by.lane,
    corrects: by.corrects ?? null,
    awaits_cancellation: by.corrects !== undefined,
    created_by: actor.actor_id,
    created_by_name: actor.actor_name,
    created_at: by.now,
    modified_at: by.now,
  }
}

/**
 * Replaces the content of an editable document: same number and date, revision + 1, Pending Approval again. A trial
 * that goes along with its company has a new number where its own was given to another document there.
 * Everything the authority said of the former revision leaves the row and stays in attempts and history. Throws
 * invalid_fields for a note that credits too much and for what charges less than its notes credit, and conflict
 * `number_taken` where a trial would become the second tax document of its number.
 */
export const editDocument = async (tx: Tx, id: string, edit: Edit, by: SavedBy): Promise<DocumentRow> => {
  const current = await lockEdited(tx, id, edit, by.caller)
  const answer = may(by.caller, 'edit', subjectOf(current), by.now)
  // Somebody was quicker: that is what happened, whatever the status that came of it allows.
  const overtaken = edit.revision !== undefined && edit.revision !== current.revision
  if (overtaken && (answer.ok || answer.code === 'wrong_status')) {
    throw changedMeanwhile('The document', { revision: current.revision, status: current.status })
  }
  requireMay(answer)
  await keepToOriginals(tx, by.caller, [
    { ...current, environment: edit.environment, content: edit.document },
  ])
  const invoice_number = await numberGoingAlong(tx, current, edit.environment)
  const stays = invoice_number === current.invoice_number
  // Of another number: what says the former one is of the document that has it there.
  if (stays) await keepToNotes(tx, current, edit)
  const actor = actorOf(by.caller)
  await keepFormer(tx, current, { now: by.now, actor_name: actor.actor_name })
  const moved = transition(tx, current, {
    event: 'edit',
    actor,
    why: stays ? '' : newNumber(current.invoice_number, { ...edit, invoice_number }),
    now: by.now,
    patch: {
      ...columnsOf({ ...edit.document, invoice_number }),
      environment: edit.environment,
      revision: current.revision + 1,
      lane: by.lane,
      edited_by: withEditor(current, actor),
      approved_hash: null,
      approved_by: null,
      approved_by_email: null,
      approved_at: null,
      authority_uuid: null,
      submission_uid: null,
      long_id: null,
      submitted_at: null,
      validated_at: null,
      reject_requested_at: null,
      reject_reason: '',
    },
  })
  const row = await moved.catch((error: unknown) => {
    // It was a trial, and its number is that of a tax document by now.
    throw isUniqueViolation(error, 'documents_number') ? numberOfAnother(current.invoice_number) : error
  })
  await keepOriginals(tx, [{ ...row, original: by.original }], by.now)
  await rememberResult(tx, row.id, by)
  return row
}

type Edit = {
  document: TaxDocument
  revision: number | undefined
  environment: DocumentRow['environment']
}

/** Of a note its originals are taken in turn with it: many documents may be held by somebody else at this moment. */
const lockEdited = async (tx: Tx, id: string, { document, environment }: Edit, caller: Caller) => {
  if (isNote(document.invoice_type)) {
    const note = await readDocument(tx, caller, id)
    await lockOriginalsBefore(tx, id, { ...note, environment, content: document })
  }
  return lockDocument(tx, caller, id)
}

/** Each person once; a program edits in nobody's name. */
const withEditor = ({ edited_by }: DocumentRow, { actor_id }: Actor): readonly string[] =>
  actor_id === null || edited_by.includes(actor_id) ? edited_by : [...edited_by, actor_id]

/** The content as it is stored, and the columns which serve lists, filters and rules, as they follow from it. */
export const columnsOf = (content: TaxDocument) => {
  const supplier = supplierOf(content)
  const buyer = buyerOf(content)
  return {
    invoice_type: content.invoice_type,
    document_type: content.document_type,
    selfbilling: content.selfbilling,
    source: content.source,
    invoice_number: content.invoice_number,
    invoice_date: content.invoice_date,
    submit_by: submitBy(content),
    consolidated: hasTerm(content),
    invoice_currency: content.invoice_currency,
    total_payable_amount: content.total_payable_amount,
    supplier_name: supplier.name,
    buyer_name: buyer.name,
    buyer_tin_no: buyer.tin_no,
    buyer_id_no: buyer.identity_number,
    buyer_email: buyer.email,
    agent_number: content.agent_number,
    contract_number: content.contract_number,
    ...contentColumns(content),
  }
}

const newNumber = (former: string, { environment, invoice_number }: Pick<DocumentRow, Numbered>) =>
  `Another document has the number ${former} at ${ENVIRONMENT_NAMES[environment]}: this one is ${invoice_number} now.`
type Numbered = 'environment' | 'invoice_number'

const numberOfAnother = (number: string) =>
  takenBecause(
    `By now another document has the number ${number} where the company sends to. Cancel this one, which was a trial.`,
  )

const alreadyCorrected = () =>
  conflict('already_corrected', 'Another document was made to replace this one already.')

export const numberTaken = (number: string) => takenBecause(`The number ${number} is already in use.`)

const takenBecause = (message: string) =>
  new ProblemError({ kind: 'conflict', code: 'number_taken', message }, { field: 'invoice_number' })
