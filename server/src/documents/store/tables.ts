import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { ApprovalRunState, CurrencySum } from '#contract/approvals.ts'
import type { DocumentDetail } from '#contract/document-detail.ts'
import type { CancellationRunState } from '#contract/documents/cancellations.ts'
import type { TaxDocument } from '#domain/documents/document.ts'
import type { Status } from '#domain/documents/lifecycle.ts'
import type { Environment } from '../../authority/wire/environments.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

/** Two queues to the authority: documents of people, and documents that came many in one call. */
export const LANES = ['single', 'bulk'] as const
export type Lane = (typeof LANES)[number]

/** `content` is the whole document; the columns beside it serve lists, filters and rules. Instants in UTC. */
export type DocumentTable = {
  id: Generated<string>
  sender_entity_id: string
  store_code_id: string
  sender_store_code: string
  invoice_type: string
  document_type: string
  selfbilling: boolean
  source: string
  invoice_number: string
  invoice_date: string
  /** The Malaysian day by which it should reach the authority. */
  submit_by: string
  /** That day is one by law: it sums the documents of a month. */
  consolidated: boolean
  invoice_currency: string
  total_payable_amount: string
  supplier_name: string
  buyer_name: string
  buyer_tin_no: string
  buyer_id_no: string
  buyer_email: string
  agent_number: string
  contract_number: string
  content: JSONColumnType<TaxDocument>
  content_hash: string
  revision: Generated<number>
  status: Generated<Status>
  status_message: Generated<string>
  approved_hash: string | null
  approved_by: string | null
  approved_by_email: string | null
  approved_at: Date | null
  environment: Environment
  lane: Lane
  authority_uuid: string | null
  submission_uid: string | null
  long_id: string | null
  submitted_at: Date | null
  validated_at: Date | null
  reject_requested_at: Date | null
  reject_reason: Generated<string>
  /** The document that this one replaces. */
  corrects: Generated<string | null>
  awaits_cancellation: Generated<boolean>
  created_by: string | null
  created_by_name: string
  /** The people who ever edited it, each once. */
  edited_by: Generated<readonly string[]>
  created_at: Date
  modified_at: Date
}

export type HistoryTable = {
  id: Generated<string>
  document_id: string
  sender_entity_id: string
  at: Date
  actor_id: string | null
  actor_name: string
  event: string
  from_status: string
  to_status: string
  why: string
  revision: number
  content_hash: string
}

export type AttemptState = DocumentDetail['attempts'][number]['state']

export type SubmissionTable = {
  id: Generated<string>
  sender_entity_id: string
  environment: Environment
  sender_slot: string
  state: AttemptState
  intended_at: Date
  answered_at: Date | null
  submission_uid: string | null
  http_status: number | null
  correlation_id: Generated<string>
  answer: Generated<string>
}

export type AttemptTable = {
  id: Generated<string>
  submission_id: string
  document_id: string
  sender_entity_id: string
  revision: number
  invoice_type: string
  code_number: string
  total_payable_amount: string
  bytes: ColumnType<Buffer, Buffer, never>
  document_hash: string
  issued_at: Date
  state: AttemptState
  authority_uuid: string | null
  answered_at: Date | null
  answer: Generated<string>
  asked_count: Generated<number>
  resend_count: Generated<number>
  resent_at: Date | null
  /** When the authority, asked in every way two hours after the sending or later, answered. */
  heard_at: Date | null
}

export type CancellationState = 'intent' | 'unclear' | 'done' | 'refused' | 'not_sent' | 'not_arrived'

/** `done` has had its effect, `refused` and `not_sent` certainly none; what did not arrive is only seen afterwards. */
export type CancellationTable = {
  id: Generated<string>
  document_id: string
  sender_entity_id: string
  reason: string
  actor_id: string | null
  actor_name: string
  state: CancellationState
  intended_at: Date
  answered_at: Date | null
  correlation_id: Generated<string>
  answer: Generated<string>
  asked_count: Generated<number>
}

export type IdempotencyTable = {
  creator_key: string
  key: string
  position: number
  payload_hash: string
  /** Null: nothing was stored under the key when it was asked about, and nothing will be. */
  document_id: string | null
  created_at: Date
}

/** What was sent in for one revision of a document, as JSON. */
export type OriginalTable = {
  document_id: string
  revision: number
  /** Null in rows from before it was kept. */
  sender_entity_id: ColumnType<string | null, string, never>
  received_at: Date
  payload: string
}

/** What a document said until it was edited. */
export type RevisionTable = {
  document_id: string
  sender_entity_id: string
  revision: number
  content: JSONColumnType<TaxDocument>
  content_hash: string
  replaced_at: Date
  replaced_by_name: string
}

export type CounterTable = {
  store_code_id: string
  invoice_type: string
  environment: Environment
  sender_entity_id: string
  last_count: number
}

/** Many documents that somebody approves in one act. `sums` is what they come to, by currency and kind. */
export type ApprovalRunTable = {
  id: Generated<string>
  user_id: string
  made_by_name: string
  state: ApprovalRunState
  total: number
  approved: Generated<number>
  refused: Generated<number>
  undone: Generated<number>
  sums: JSONColumnType<(Omit<CurrencySum, 'kind'> & Partial<CurrencySum>)[], string, string>
  created_at: Date
  modified_at: Date
  release_at: Date | null
}

/** One document of it, with the revision that was seen and what became of it. */
export type RunDocumentTable = {
  run_id: string
  document_id: string
  revision: number
  state: Generated<'waiting' | 'approved' | 'refused' | 'undone'>
  code: Generated<string>
  why: Generated<string>
}

/** Many documents of one company and environment that somebody cancels in one act. */
export type CancellationRunTable = {
  id: Generated<string>
  sender_entity_id: string
  environment: Environment
  user_id: string
  made_by_name: string
  reason: string
  state: CancellationRunState
  total: number
  waits_why: Generated<string>
  created_at: Date
  modified_at: Date
}

/** One document of it. `asking`: its turn has come; what came of that is not written yet. */
export type CancelledDocumentTable = {
  run_id: string
  document_id: string
  cancel_by: Date | null
  state: 'waiting' | 'asking' | 'cancelled' | 'refused' | 'unclear' | 'not_asked'
  code: Generated<string>
  why: Generated<string>
}

/** What the watch asks the authority for. */
const WATCH_QUESTIONS = ['cancelled', 'all'] as const
export type WatchQuestion = (typeof WATCH_QUESTIONS)[number]

/** How far the watch has looked through what a company has at the authority; the last four tell what is left. */
export type WatchRoundTable = {
  sender_entity_id: string
  environment: Environment
  question: WatchQuestion
  asked_at: Date
  began_at: Date
  known_until: Date | null
  round_from: Date | null
  slice_from: Date | null
  slice_to: Date | null
  page: number
  refused_since: Date | null
  refused_why: string
}

/** What the authority refused: a document that was sent once more, or the verdict on it; or (null) to tell verdicts. */
type RefusalTable = {
  sender_entity_id: string
  environment: Environment
  document_id: string | null
  why: string
  since: Date
  last_at: Date
}

/** When a worker was there last; one row. */
type SignTable = { seen_at: Date }

/** What is left to compare with the authority after a silence; the last four as those of a watch round. */
export type ComparisonTable = {
  sender_entity_id: string
  environment: Environment
  began_at: Date
  silent_at: Date | null
  why: Generated<string>
  is_refused: Generated<boolean>
  round_from: Date
  slice_from: Date
  slice_to: Date
  page: number
}

/** A document that the authority was found to have, and that was not known here. */
export type FoundTable = {
  sender_entity_id: string
  environment: Environment
  authority_uuid: string
  submission_uid: string
  number: string
  store_code_id: string | null
  is_cancelled: boolean
  total_payable_amount: string | null
  issued_at: Date | null
  received_at: Date | null
  found_at: Date
  is_taken: Generated<boolean>
  differs_at: Date | null
}

type DocumentTables = {
  documents: DocumentTable
  document_history: HistoryTable
  submissions: SubmissionTable
  attempts: AttemptTable
  cancellations: CancellationTable
  number_counters: CounterTable
  idempotency_keys: IdempotencyTable
  document_originals: OriginalTable
  document_revisions: RevisionTable
  approval_runs: ApprovalRunTable
  approval_run_documents: RunDocumentTable
  cancellation_runs: CancellationRunTable
  cancellation_run_documents: CancelledDocumentTable
  watch_rounds: WatchRoundTable
  authority_refusals: RefusalTable
  worker_signs: SignTable
  comparisons: ComparisonTable
  found_documents: FoundTable
}

/** The tables of this room; nobody else reads or writes them. */
export const on = (handle: Db | Tx) => handle.withTables<DocumentTables>()
