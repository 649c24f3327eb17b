import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ChangeAction } from '#contract/people/change-requests.ts'

type Words = Record<ChangeAction, { done: MessageDescriptor; failed?: MessageDescriptor }>

/** The toasts of a request (specification 3 §8). */
export const GROUP_WORDS: Words = {
  create: {
    done: msg`Group create request submitted for approval.`,
    failed: msg`Error submitting create request.`,
  },
  edit: {
    done: msg`Group edit request submitted for approval.`,
    failed: msg`Error submitting edit request.`,
  },
  delete: {
    done: msg`Group deletion request submitted for approval.`,
    failed: msg`Error requesting group deletion.`,
  },
}

export const STORE_WORDS: Words = {
  create: { done: msg`Store Code create request submitted.` },
  edit: { done: msg`Store Code edit request submitted.` },
  delete: { done: msg`Store Code deletion request submitted.` },
}
