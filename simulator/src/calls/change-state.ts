import { receiverOf } from '../reading/facts.ts'
import type { StoredDocument } from '../world/records.ts'
import { isIssuer, isReceiver } from './summary.ts'
import {
  type Answer,
  type AuthorizedRequest,
  badArgument,
  notFound,
  ok,
  readJsonObject,
  refuse,
} from './wire/answer.ts'

/** How long after its validation a document may be cancelled, or its rejection be asked for. */
const WINDOW_MS = 72 * 3_600_000
const REASON_MAX = 300

/**
 * `PUT /documents/state/{uuid}/state`: the issuer cancels, the receiver asks for rejection.
 * Source: sdk.myinvois.hasil.gov.my/einvoicingapi/03-cancel-document/ and 04, read 23 Jul 2026.
 */
export const changeState = (request: AuthorizedRequest): Answer => {
  const { world, params, body, caller } = request
  const document = world.documents.get(params.uuid ?? '')
  if (!document) return notFound()
  const issuer = isIssuer(document, caller)
  const receiver = isReceiver(document, caller)
  if (!issuer && !receiver) return refuseForeign(request)
  const fields = readJsonObject(body) ?? {}
  const status = typeof fields.status === 'string' ? fields.status.toLowerCase() : ''
  const reason = typeof fields.reason === 'string' ? fields.reason.trim() : ''
  if (status !== 'cancelled' && status !== 'rejected') {
    return badArgument('status', 'status must be cancelled or rejected')
  }
  if (reason === '' || [...reason].length > REASON_MAX) {
    return badArgument('reason', `reason is required and has at most ${REASON_MAX} characters`)
  }
  const entitled = status === 'cancelled' ? issuer : receiverOf(document).tin === caller.taxpayer.tin
  if (!entitled) return refuseParty(request)
  return obstacle(request, document, status) ?? record(request, document, { status, reason })
}

/** Recorded as a refusal of the caller; published, what is not his does not exist. */
const refuseForeign = (request: AuthorizedRequest): Answer =>
  request.world.settings.shape === 'recorded' ? refuseParty(request) : notFound()

const refuseParty = ({ world }: AuthorizedRequest): Answer => {
  if (world.settings.shape === 'documented') {
    return refuse(403, { code: 'Forbidden', message: 'The caller may not change this document' })
  }
  const message = 'It seems that you are not authorized to update document status'
  return refuse(403, {
    code: 'AccessDenied',
    message: 'The document cannot be cancelled or requested for rejection',
    target: 'Update Document Status',
    details: [{ code: 'Forbidden', message, target: 'Document.UUID', propertyPath: null }],
  })
}

type Status = 'cancelled' | 'rejected'

const obstacle = (
  { world }: AuthorizedRequest,
  document: StoredDocument,
  status: Status,
): Answer | undefined => {
  if (document.status !== 'Valid' || document.validated_at === null) {
    return refuseState('IncorrectState', `The document is ${document.status}`)
  }
  if (status === 'rejected' && document.reject_requested_at !== null) {
    return refuseState('IncorrectState', 'The rejection was already requested')
  }
  if (world.now() > document.validated_at + WINDOW_MS) {
    return refuseState('OperationPeriodOver', 'The time to cancel or reject the document is over')
  }
  const referrers = world.referrers.get(document.uuid) ?? []
  if (referrers.some((one) => one.status === 'Valid' || one.status === 'Submitted')) {
    return refuseState('ActiveReferencingDocuments', 'Active documents refer to this document')
  }
  return undefined
}

/** Projects found the code in `error.code` or in its details; both carry it here. */
const refuseState = (code: string, message: string): Answer =>
  refuse(400, {
    code,
    message,
    details: [{ code, message, target: 'status', propertyPath: null }],
  })

const record = (
  { world }: AuthorizedRequest,
  { uuid }: StoredDocument,
  { status, reason }: { status: Status; reason: string },
): Answer => {
  const kind = status === 'cancelled' ? 'cancellation' : 'rejection'
  world.record({ kind, uuid, at: world.now(), reason })
  return ok({ uuid, status: status === 'cancelled' ? 'Cancelled' : 'Requested for Rejection', error: null })
}
