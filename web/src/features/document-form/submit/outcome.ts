import type { Output } from '#contract/endpoint.ts'
import type { IntakeReply, intake } from '#contract/intake.ts'
import type { Status } from '#domain/documents/lifecycle.ts'

/** What the server says of a stored document, and where the cancellation of what it replaces stands. */
export type StoredReply = IntakeReply & Partial<Pick<Output<typeof intake.correct>, 'cancellation'>>

/**
 * How a submission ended: `reply` when the server judged the document, `message` when it could not, `overtaken` when
 * somebody else changed meanwhile what was edited, whose status by now is told (`by`: who only moved it on), `arrived`
 * when an earlier call has stored it, without what was changed since.
 */
export type Outcome =
  | { kind: 'done'; reply: StoredReply; earlier?: true }
  | { kind: 'arrived'; reply: IntakeReply; as: 'new' | 'edit' | 'correction' }
  | { kind: 'refused'; reply: IntakeReply }
  | { kind: 'overtaken'; uuid: string; status: Status; by?: string | undefined }
  | { kind: 'failed'; message: string }
