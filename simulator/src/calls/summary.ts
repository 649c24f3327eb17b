import { DOCUMENT_TYPES } from '#codes/lists.ts'
import { issuerOf, receiverOf } from '../reading/facts.ts'
import { isoInstant } from '../world/ids.ts'
import type { Caller, StoredDocument } from '../world/records.ts'

/** The summary of a document as get-submission, raw and details print it. */
export const summarize = (document: StoredDocument): Record<string, unknown> => {
  const issuer = issuerOf(document)
  const receiver = receiverOf(document)
  return {
    uuid: document.uuid,
    submissionUid: document.submission_uid,
    longId: document.long_id,
    internalId: document.number,
    typeName: DOCUMENT_TYPES.describe(document.type_code) ?? '',
    typeVersionName: document.version,
    issuerTin: issuer.tin,
    issuerName: issuer.name,
    receiverId: receiver.id_value,
    receiverName: receiver.name,
    dateTimeIssued: `${document.issue_date}T${document.issue_time}`,
    dateTimeReceived: isoInstant(document.received_at),
    dateTimeValidated: isoInstant(document.validated_at),
    totalPayableAmount: Number(document.totals.payable),
    totalExcludingTax: Number(document.totals.excluding_tax),
    totalDiscount: Number(document.totals.discount),
    totalNetAmount: Number(document.totals.net),
    status: document.status,
    cancelDateTime: isoInstant(document.cancelled_at),
    rejectRequestDateTime: isoInstant(document.reject_requested_at),
    documentStatusReason: document.status_reason,
    createdByUserId: createdBy(document),
  }
}

/** `<TIN>:<guid>` of the system that submitted the document. */
export const createdBy = (document: StoredDocument): string =>
  `${document.intermediary_tin ?? document.caller_tin}:00000000-0000-4000-8000-000000000001`

/** Whether the caller issued the document; an intermediary sees only what he submitted himself. */
export const isIssuer = (document: StoredDocument, caller: Caller): boolean =>
  document.caller_tin === caller.taxpayer.tin &&
  (!caller.intermediary || document.intermediary_tin === caller.intermediary.tin)

/** Whether the caller receives the document and may see it: only Valid and Cancelled ones. */
export const isReceiver = (document: StoredDocument, caller: Caller): boolean =>
  !caller.intermediary &&
  receiverOf(document).tin === caller.taxpayer.tin &&
  (document.status === 'Valid' || document.status === 'Cancelled')
