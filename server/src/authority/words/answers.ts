/**
 * What came of a call to the authority. Expected outcomes are values; whoever calls must face all of them.
 * `unclear` means the call may or may not have had its effect; `unavailable` means it certainly had none.
 */

/** `message_ms` holds the Malay twin, where the authority sent one that says something else. */
export type Reason = { code: string; message: string; message_ms?: string; path: string }

export type Unclear = { kind: 'unclear'; why: string; correlation_id: string; text: string }
export type Unavailable = {
  kind: 'unavailable'
  why: string
  retry_after_ms: number
  credentials_refused: boolean
  /** Nothing was asked of the authority: our own database was away. */
  own?: true
}
/** It did not answer, whatever became of the call. */
export type Silence = Unclear | Unavailable
export type Refused = {
  kind: 'refused'
  status: number
  reasons: Reason[]
  correlation_id: string
  text: string
}

export type Asked<T> =
  | { kind: 'answered'; value: T; correlation_id: string; text: string }
  | { kind: 'absent' }
  | Refused
  | Silence

export type Accepted = {
  kind: 'accepted'
  submission_uid: string
  accepted: { uuid: string; number: string }[]
  rejected: { number: string; reasons: Reason[] }[]
  correlation_id: string
  text: string
}

/** The authority saw these very bytes within ten minutes: the first copy arrived (422, duplicate submission). */
export type Duplicate = { kind: 'duplicate'; correlation_id: string; text: string }

export type SubmitAnswer = Accepted | Duplicate | Refused | Unclear | Unavailable

/** A document's state as the authority states it; anything it says that we do not know is `unknown`. */
export type AuthorityStatus = 'submitted' | 'valid' | 'invalid' | 'cancelled' | 'unknown'

export type SummaryFacts = {
  uuid: string
  submission_uid: string
  long_id: string
  number: string
  status: AuthorityStatus
  issued_at: Date | null
  /** When the authority had it, by its own clock; its search goes by that. */
  received_at: Date | null
  validated_at: Date | null
  total_payable_amount: string
  reject_requested_at: Date | null
  status_reason: string
}

/** `complete`: the list holds as many documents as the authority says it accepted, so what is missing was refused. */
export type SubmissionFacts = {
  complete: boolean
  documents: SummaryFacts[]
}

export type StepFacts = { name: string; status: AuthorityStatus; reasons: Reason[] }

export type DetailFacts = SummaryFacts & { steps: StepFacts[] }
