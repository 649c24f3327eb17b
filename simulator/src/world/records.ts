import type { Finding } from '../reading/element.ts'
import type { DocumentFacts } from '../reading/facts.ts'

/** A taxpayer known to the simulator, with the credentials of his ERP system. */
export type Taxpayer = {
  tin: string
  id_type: string
  id_value: string
  name: string
  client_id: string
  client_secret: string
  /** The authority issues two secrets so that one can be rolled. */
  client_secret_2: string
  /** The GUID in the taxpayer's QR code. */
  qr_code: string
  /** TINs for which this taxpayer may act as intermediary. */
  represents: string[]
}

/** Who makes a call: the taxpayer of the token, and the intermediary when one acts for him. */
export type Caller = { taxpayer: Taxpayer; intermediary: Taxpayer | undefined; client_id: string }

export type DocumentStatus = 'Submitted' | 'Valid' | 'Invalid' | 'Cancelled'

/** The background steps in the order in which answers list them. */
export const STEPS = ['duplicate', 'code', 'taxpayer', 'references', 'currency', 'signature'] as const
export type StepName = (typeof STEPS)[number]

/** What each step found; a step that does not run for the version is absent. */
export type StepFindings = Partial<Record<StepName, Finding[]>>

/** Where a document's bytes lie in the store of bodies. */
export type BodyPlace = { at: number; length: number }

/** A document that was accepted. All instants are UTC milliseconds of the simulator's clock. */
export type StoredDocument = DocumentFacts & {
  uuid: string
  submission_uid: string
  code_number: string
  format: 'XML' | 'JSON'
  document_hash: string
  body: BodyPlace
  caller_tin: string
  intermediary_tin: string | null
  received_at: number
  /** When the background steps end. */
  validate_at: number
  /** Steps that depend on nothing but the bytes and the submitter; computed when the document came in. */
  early: StepFindings
  status: DocumentStatus
  steps: StepFindings | null
  validated_at: number | null
  long_id: string
  cancelled_at: number | null
  reject_requested_at: number | null
  status_reason: string | null
}

export type Submission = {
  submission_uid: string
  caller_tin: string
  intermediary_tin: string | null
  received_at: number
  payload_hash: string
  uuids: string[]
}

/** How answers look: as published, or as clients have recorded them where they did. */
export const ANSWER_SHAPES = ['documented', 'recorded'] as const
export type Shape = (typeof ANSWER_SHAPES)[number]

export type Settings = {
  validation_delay_ms: number
  rate_limits: boolean
  /** Search and recent show a document only after this long. */
  search_lag_ms: number
  /** Get submission, raw and details answer 404 this long after the 202. */
  lookup_lag_ms: number
  shape: Shape
  /** Requests per minute that take the place of published ones, by call, or `*` for all. */
  limits: Record<string, number>
}

/** Settings as a journal holds them; those of earlier versions lack what came later. */
export type KeptSettings = Omit<Settings, 'shape' | 'limits'> & {
  shape?: Shape | undefined
  limits?: Record<string, number> | undefined
}

export type Keys = { ca_key_pem: string; ca_certificate_pem: string; token_key: string }

/** Everything that ever changes the simulator's state; the journal is the list of these. */
export type WorldEvent =
  | { kind: 'keys'; keys: Keys }
  | { kind: 'clock'; offset_ms: number }
  | { kind: 'settings'; settings: KeptSettings }
  | { kind: 'taxpayer'; taxpayer: Taxpayer }
  | { kind: 'submission'; submission: Submission; documents: StoredDocument[] }
  | Verdict
  | { kind: 'cancellation'; uuid: string; at: number; reason: string }
  | { kind: 'rejection'; uuid: string; at: number; reason: string }

export type Verdict = {
  kind: 'verdict'
  uuid: string
  status: 'Valid' | 'Invalid'
  steps: StepFindings
  validated_at: number
  long_id: string
}
