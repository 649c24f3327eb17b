import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AccessType } from '#domain/access/caller.ts'
import type { KindKey } from '#domain/notifications/kinds.ts'

export const ACCESS_TYPE_WORDS: Record<AccessType, MessageDescriptor> = {
  superadmin: msg`Superadmin`,
  staff: msg`Staff`,
  user: msg`User`,
}

/** What stands where nothing is known (specification 1 §2). */
const NOT_AVAILABLE = 'N/A'

/** The texts that there are, with commas between them. */
export const listed = (texts: readonly string[]): string =>
  texts.filter((text) => text.trim() !== '').join(', ') || NOT_AVAILABLE

/** What a kind of notification is called. */
export const KIND_WORDS: Record<KindKey, MessageDescriptor> = {
  submission_failed: msg`Submission failed`,
  invalid: msg`Invalid`,
  outcome_unknown: msg`Outcome unknown`,
  received_already: msg`Number at LHDN already`,
  sent_back: msg`Sent back`,
  on_hold: msg`On hold`,
  rejection_requested: msg`Rejection requested`,
  cancellation_failed: msg`Cancellation failed`,
  submission_deadline: msg`Submission deadline`,
  chain_not_intact: msg`Audit chain not intact`,
  certificate_ending: msg`Certificate ending`,
  key_ending: msg`API key ending`,
  approval_waiting: msg`Approval waiting`,
  request_waiting: msg`Request waiting`,
  request_decided: msg`Request decided`,
  import_finished: msg`Import finished`,
  report_finished: msg`Report finished`,
}
