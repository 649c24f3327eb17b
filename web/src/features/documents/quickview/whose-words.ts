import { t } from '@lingui/core/macro'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { SERVER_NAME } from '#domain/access/caller.ts'
import type { Status } from '#domain/documents/lifecycle.ts'

/** What a reason is called that a person wrote; undefined where LHDN speaks. */
export const personsReason = (status: Status) => {
  if (status === 'Approval Rejected') return t`Reason for the rejection`
  if (status === 'OnHold') return t`Reason for holding`
  if (status === 'User Cancelled') return t`Reason for the cancellation`
  return undefined
}

type Said = Pick<DocumentDetail, 'status' | 'status_message' | 'history'>

/** What the words about a status are called: by whoever wrote them, LHDN, Lulus or a person. */
export const headingOf = ({ status, status_message, history }: Said): string => {
  // A correction is noted without moving the document.
  const by = history.findLast(({ event }) => event !== 'correct')?.by
  // Nobody here rejected what was to replace a document that LHDN did not cancel.
  const reason = status === 'Approval Rejected' && by === AUTHORITY ? undefined : personsReason(status)
  if (reason) return reason
  if (isOfWaiting({ status, status_message, history })) return t`Message from Lulus`
  if (status_message === '' || by === undefined || by === AUTHORITY) return t`LHDN Response`
  return by === SERVER_NAME ? t`Message from Lulus` : t`Reason`
}

/** While a verdict takes long, Lulus puts its own words in place of those that LHDN received the document with. */
const isOfWaiting = ({ status, status_message, history }: Said): boolean => {
  const received = history.findLast(({ to_status }) => to_status === 'Submitted')
  return status === 'Submitted' && received !== undefined && status_message !== received.why
}

/** As histories name it. */
const AUTHORITY = 'LHDN'
