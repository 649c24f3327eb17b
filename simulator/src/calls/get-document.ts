import type { StoredDocument } from '../world/records.ts'
import { isIssuer, isReceiver, summarize } from './summary.ts'
import { type Answer, type AuthorizedRequest, notFound, ok, refuse } from './wire/answer.ts'
import { printSteps } from './words/steps.ts'

/**
 * `GET /documents/{uuid}/raw`: summary and the submitted text. Invalid documents are not given here. The
 * recorded answers of this call, unlike the others, spell the key `longID`.
 */
export const getRaw = (request: AuthorizedRequest): Answer => {
  const document = findDocument(request)
  if (!document || document.status === 'Invalid') return notFound()
  const bytes = request.world.journal.readBody(document)
  if (!bytes)
    return refuse(404, { code: 'NotFound', message: 'The simulator has lost the bytes of the document' })
  const { longId, ...summary } = summarize(document)
  const id = request.world.settings.shape === 'recorded' ? { longID: longId } : { longId }
  return ok({ ...summary, ...id, document: bytes.toString('utf8') })
}

/** `GET /documents/{uuid}/details`: summary and what the background steps found. */
export const getDetails = (request: AuthorizedRequest): Answer => {
  const document = findDocument(request)
  if (!document) return notFound()
  return ok({
    ...summarize(document),
    validationResults: {
      status: document.status === 'Cancelled' ? 'Valid' : document.status,
      validationSteps: printSteps(document, request.world.settings.shape),
    },
  })
}

const findDocument = ({ world, params, caller }: AuthorizedRequest): StoredDocument | undefined => {
  const document = world.documents.get(params.uuid ?? '')
  if (!document || !(isIssuer(document, caller) || isReceiver(document, caller))) return undefined
  return world.now() < document.received_at + world.settings.lookup_lag_ms ? undefined : document
}
