import { type ApprovalRun, approvals } from '#contract/approvals.ts'
import { cancellations } from '#contract/documents/cancellations.ts'
import { documents } from '#contract/documents.ts'
import { once } from '../access/once.ts'
import { asPerson } from '../access/person.ts'
import type { PdfRenderer } from '../pdf/render.ts'
import type { Db } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { approveChosen } from './approving/approve.ts'
import { approveFrozen } from './approving/approve-frozen.ts'
import { freezePending } from './approving/freeze.ts'
import { readLatest, readRun } from './approving/read.ts'
import { reportRefusals } from './approving/refusals.ts'
import { undoApproval } from './approving/undo.ts'
import { cancelDocument } from './cancelling/cancel.ts'
import { beginCancelling } from './cancelling-many/begin.ts'
import { previewCancelling } from './cancelling-many/preview.ts'
import { readCancelling, readLatestCancelling } from './cancelling-many/read.ts'
import { reportNotCancelled } from './cancelling-many/refusals.ts'
import { stopCancelling } from './cancelling-many/stop.ts'
import { decide } from './deciding/approve.ts'
import { fetchUpdates } from './deciding/fetch-updates.ts'
import { holdDocument } from './deciding/hold.ts'
import { resume } from './deciding/resume.ts'
import { retryMany } from './deciding/retry-many.ts'
import { settleByHand } from './deciding/settle.ts'
import { readArchive } from './reading/archive.ts'
import { readAskedBack } from './reading/asked-back.ts'
import { readEdits } from './reading/edits.ts'
import { readEvidence } from './reading/evidence.ts'
import { getDocument } from './reading/get.ts'
import { listDocuments } from './reading/list.ts'
import { printDocument } from './reading/pdf.ts'
import { listPending } from './reading/pending.ts'
import { listPrevious } from './reading/previous.ts'
import { drawQrCode } from './reading/qr-code.ts'
import { reportDocuments, workbookOfDocuments } from './reading/report.ts'
import { countTabs } from './reading/tabs.ts'
import { readAuthorityStatus } from './reading/troubles.ts'
import { countUnfinished } from './reading/unfinished.ts'
import type { Engine } from './store/engine.ts'
import { makerSettings } from './store/maker-settings.ts'
import type { DocumentRow } from './store/rows.ts'

const on = routesWith<{ db: Db; engine: Engine; pdf: PdfRenderer; secret_key: string; public_url: string }>()

const moved = (row: DocumentRow) => ({ uuid: row.id, status: row.status, status_message: row.status_message })

/** Where to look for what comes of one that goes on after the answer. */
const answerRun = <C extends { answerLater(location: string): void }>(call: C, run: ApprovalRun) => {
  if (run.state === 'approving' || run.state === 'undoing')
    call.answerLater(approvals.read.path.replace(':id', run.id))
  return run
}

const approvalRoutes = [
  on(approvals.approve, async (call) => {
    const by = { ...call, caller: asPerson(call.caller), settings: await makerSettings(call) }
    return once(approvals.approve, call, (tx) => approveChosen({ ...by, tx }, call.body))
  }),
  on(approvals.freeze, (call) => freezePending({ ...call, caller: asPerson(call.caller) }, call.body)),
  on(approvals.approveFrozen, async (call) =>
    answerRun(call, await approveFrozen({ ...call, caller: asPerson(call.caller) }, call.params.id)),
  ),
  on(approvals.undo, async (call) =>
    answerRun(call, await undoApproval({ ...call, caller: asPerson(call.caller) }, call.params.id)),
  ),
  on(approvals.latest, (call) => readLatest({ ...call, caller: asPerson(call.caller) })),
  on(approvals.read, (call) => readRun({ ...call, caller: asPerson(call.caller) }, call.params.id)),
  on(approvals.refusals, (call) =>
    reportRefusals({ ...call, caller: asPerson(call.caller) }, call.params.id),
  ),
]

const cancellationRoutes = [
  on(cancellations.preview, (call) =>
    previewCancelling({ ...call, caller: asPerson(call.caller) }, call.body),
  ),
  on(cancellations.begin, (call) => {
    const by = { ...call, caller: asPerson(call.caller) }
    return once(cancellations.begin, call, (tx) => beginCancelling({ ...by, tx }, call.body))
  }),
  on(cancellations.latest, (call) => readLatestCancelling({ ...call, caller: asPerson(call.caller) })),
  on(cancellations.read, (call) =>
    readCancelling({ ...call, caller: asPerson(call.caller) }, call.params.id),
  ),
  on(cancellations.stop, (call) =>
    stopCancelling({ ...call, caller: asPerson(call.caller) }, call.params.id),
  ),
  on(cancellations.refusals, (call) =>
    reportNotCancelled({ ...call, caller: asPerson(call.caller) }, call.params.id),
  ),
]

export const documentRoutes = [
  ...approvalRoutes,
  ...cancellationRoutes,
  on(documents.list, (call) => listDocuments(call, call.query)),
  on(documents.report, (call) => reportDocuments(call, call.query)),
  on(documents.workbook, (call) => workbookOfDocuments(call, call.query)),
  on(documents.tabs, (call) => countTabs(call, call.query)),
  on(documents.askedBack, readAskedBack),
  on(documents.previous, (call) => listPrevious(call, call.query)),
  on(documents.pending, (call) => listPending(call, call.query)),
  on(documents.get, (call) => getDocument({ ...call, authority: call.engine.authority }, call.params.uuid)),
  on(documents.edits, (call) => readEdits(call, call.params.uuid)),
  on(documents.approve, async (call) => {
    const { status, rejection_reason, revision } = call.body
    const decision = { uuid: call.params.uuid, status, rejection_reason: rejection_reason ?? '' }
    return moved(await decide(call, { ...decision, revision: revision ?? undefined }))
  }),
  on(documents.retry, async (call) => moved(await resume(call, { ...call.params, event: 'retry' }))),
  on(documents.retryMany, (call) => retryMany(call, call.body)),
  on(documents.hold, async (call) => moved(await holdDocument(call, { ...call.params, ...call.body }))),
  on(documents.release, async (call) => moved(await resume(call, { ...call.params, event: 'release' }))),
  on(documents.settle, async (call) => moved(await settleByHand(call, { ...call.params, ...call.body }))),
  on(documents.pdf, (call) => printDocument({ ...call, authority: call.engine.authority }, call.query.uuid)),
  on(documents.qrcode, (call) => drawQrCode({ ...call, authority: call.engine.authority }, call.params.uuid)),
  on(documents.check, async (call) => moved(await fetchUpdates(call, call.params.uuid))),
  on(documents.cancel, async (call) => moved(await cancelDocument(call, { ...call.params, ...call.body }))),
  on(documents.cancelFromList, async (call) =>
    moved(await cancelDocument(call, { ...call.params, ...call.body })),
  ),
  on(documents.evidence, (call) => readEvidence(call, call.params.uuid)),
  on(documents.unfinished, (call) => countUnfinished(call, call.params.id)),
  on(documents.troubles, (call) => readAuthorityStatus(call)),
  on(documents.archive, (call) => readArchive(call, { ...call.params, ...call.query })),
]
