import { changeState } from './calls/change-state.ts'
import { getDocumentType, getDocumentTypeVersion, listDocumentTypes } from './calls/document-types.ts'
import { getDetails, getRaw } from './calls/get-document.ts'
import { getSubmission } from './calls/get-submission.ts'
import { listRecent, searchDocuments } from './calls/list-documents.ts'
import { listNotifications } from './calls/list-notifications.ts'
import { readQrCode, searchTin, validateTin } from './calls/look-up-taxpayer.ts'
import { submitDocuments } from './calls/submit.ts'
import { requestToken } from './calls/token.ts'
import type { Answer, AuthorizedRequest, Request } from './calls/wire/answer.ts'
import { ok } from './calls/wire/answer.ts'
import { authorized } from './calls/wire/authorize.ts'
import { requireJson } from './calls/wire/require-json.ts'
import { requestCertificate } from './control/certificates.ts'
import { moveClock, readClock } from './control/clock.ts'
import { clearFaults, listFaults, planFault } from './control/faults.ts'
import { readLedger } from './control/ledger.ts'
import { changeSettings, readSettings } from './control/settings.ts'
import { registerTaxpayer } from './control/taxpayers.ts'
import { verifyDocument } from './control/verify.ts'
import type { FaultPlan } from './faults/plan.ts'
import { showSharePage } from './share-page.ts'

/** One path of the simulator. `name` is the call's name in rate limits and faults. */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  name: string
  call: (request: Request) => Answer
}

const API = '/api/v1.0'

const api = (
  method: Route['method'],
  path: string,
  { name, call }: { name: string; call: (request: AuthorizedRequest) => Answer },
): Route => ({ method, path: `${API}${path}`, name, call: authorized(name, call) })

/** The authority's calls. */
export const AUTHORITY_ROUTES: Route[] = [
  { method: 'POST', path: '/connect/token', name: 'token', call: requestToken },
  api('POST', '/documentsubmissions', { name: 'submit', call: requireJson(submitDocuments) }),
  api('GET', '/documentsubmissions/:submissionUid', { name: 'submission', call: getSubmission }),
  api('GET', '/documents/:uuid/raw', { name: 'raw', call: getRaw }),
  api('GET', '/documents/:uuid/details', { name: 'details', call: getDetails }),
  api('PUT', '/documents/state/:uuid/state', { name: 'state', call: requireJson(changeState) }),
  api('GET', '/documents/recent', { name: 'recent', call: listRecent }),
  api('GET', '/documents/search', { name: 'search', call: searchDocuments }),
  api('GET', '/taxpayer/validate/:tin', { name: 'validate', call: validateTin }),
  api('GET', '/taxpayer/search/tin', { name: 'search-tin', call: searchTin }),
  api('GET', '/taxpayers/qrcodeinfo/:code', { name: 'qr', call: readQrCode }),
  api('GET', '/notifications/taxpayer', { name: 'notifications', call: listNotifications }),
  api('GET', '/documenttypes', { name: 'document-types', call: listDocumentTypes }),
  api('GET', '/documenttypes/:id', { name: 'document-types', call: getDocumentType }),
  api('GET', '/documenttypes/:id/versions/:vid', { name: 'document-types', call: getDocumentTypeVersion }),
]

/** The calls that steer the simulator; the real service has none of them. */
export const controlRoutes = (plan: FaultPlan): Route[] => {
  const control = (method: Route['method'], path: string, call: Route['call']): Route => ({
    method,
    path: `/_sim/${path}`,
    name: 'control',
    call,
  })
  return [
    { method: 'GET', path: '/:uuid/share/:longId', name: 'share', call: showSharePage },
    { method: 'GET', path: '/healthz', name: 'health', call: () => ok({ status: 'ok' }) },
    control('GET', 'ledger', readLedger),
    control('GET', 'clock', readClock),
    control('POST', 'clock', moveClock),
    control('GET', 'settings', readSettings),
    control('PUT', 'settings', changeSettings),
    control('POST', 'verify', verifyDocument),
    control('POST', 'taxpayers', registerTaxpayer),
    control('POST', 'certificates', requestCertificate),
    control('GET', 'faults', listFaults(plan)),
    control('POST', 'faults', planFault(plan)),
    control('DELETE', 'faults', clearFaults(plan)),
  ]
}
