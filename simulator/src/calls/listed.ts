import { DOCUMENT_TYPES } from '#codes/lists.ts'
import { issuerOf, receiverOf } from '../reading/facts.ts'
import { isoInstant } from '../world/ids.ts'
import type { StoredDocument } from '../world/records.ts'
import type { World } from '../world/world.ts'
import { createdBy } from './summary.ts'

/** One item of the recent and search lists, spelled as on the wire (which differs from the summary). */
export const printListed = (world: World, document: StoredDocument): Record<string, unknown> => {
  const issuer = issuerOf(document)
  const receiver = receiverOf(document)
  const intermediary = world.taxpayers.get(document.intermediary_tin ?? '')
  return {
    uuid: document.uuid,
    submissionUID: document.submission_uid,
    longId: document.long_id,
    internalId: document.number,
    typeName: DOCUMENT_TYPES.describe(document.type_code) ?? '',
    typeVersionName: document.version,
    issuerTIN: issuer.tin,
    issuerID: issuer.id_value,
    issuerIDType: issuer.id_type,
    issuerName: issuer.name,
    receiverID: receiver.id_value,
    receiverIDType: receiver.id_type,
    receiverTIN: receiver.tin,
    receiverName: receiver.name,
    supplierTIN: document.supplier.tin,
    supplierName: document.supplier.name,
    buyerTIN: document.buyer.tin,
    buyerName: document.buyer.name,
    intermediaryName: intermediary?.name ?? null,
    intermediaryTIN: intermediary?.tin ?? null,
    intermediaryROB: intermediary?.id_value ?? null,
    submitterROB: null,
    dateTimeIssued: `${document.issue_date}T${document.issue_time}`,
    dateTimeReceived: isoInstant(document.received_at),
    dateTimeValidated: isoInstant(document.validated_at),
    totalSales: Number(document.totals.excluding_tax),
    totalDiscount: Number(document.totals.discount),
    netAmount: Number(document.totals.net),
    total: Number(document.totals.payable),
    documentCurrency: document.currency,
    status: document.status,
    cancelDateTime: isoInstant(document.cancelled_at),
    rejectRequestDateTime: isoInstant(document.reject_requested_at),
    documentStatusReason: document.status_reason,
    createdByUserId: createdBy(document),
    submissionChannel: 'ERP',
  }
}
