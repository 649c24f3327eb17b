import { documents } from '#contract/documents.ts'
import type { PdfRenderer } from '../pdf/render.ts'
import type { Db } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { cancelDocument } from './cancelling/cancel.ts'
import { decide } from './deciding/approve.ts'
import { fetchUpdates } from './deciding/fetch-updates.ts'
import { holdDocument } from './deciding/hold.ts'
import { resume } from './deciding/resume.ts'
import { settleByHand } from './deciding/settle.ts'
import { readArchive } from './reading/archive.ts'
import { readEvidence } from './reading/evidence.ts'
import { getDocument } from './reading/get.ts'
import { listDocuments } from './reading/list.ts'
import { printDocument } from './reading/pdf.ts'
import { listPending } from './reading/pending.ts'
import { listPrevious } from './reading/previous.ts'
import { drawQrCode } from './reading/qr-code.ts'
import { reportDocuments, workbookOfDocuments } from './reading/report.ts'
import { troublesOf } from './reading/troubles.ts'
import { countUnfinished } from './reading/unfinished.ts'
import type { Engine } from './store/engine.ts'
import type { DocumentRow } from './store/rows.ts'

const on = routesWith<{ db: Db; engine: Engine; pdf: PdfRenderer; secret_key: string; public_url: string }>()

const moved = (row: DocumentRow) => ({ uuid: row.id, status: row.status, status_message: row.status_message })

export const documentRoutes = [
  on(documents.list, (call) => listDocuments(call, call.query)),
  on(documents.report, (call) => reportDocuments(call, call.query)),
  on(documents.workbook, (call) => workbookOfDocuments(call, call.query)),
  on(documents.previous, (call) => listPrevious(call, call.query)),
  on(documents.pending, (call) => listPending(call, call.query)),
  on(documents.get, (call) => getDocument({ ...call, authority: call.engine.authority }, call.params.uuid)),
  on(documents.approve, async (call) => {
    const { status, rejection_reason, revision } = call.body
    const decision = { uuid: call.params.uuid, status, rejection_reason: rejection_reason ?? '' }
    return moved(await decide(call, { ...decision, revision: revision ?? undefined }))
  }),
  on(documents.retry, async (call) => moved(await resume(call, { ...call.params, event: 'retry' }))),
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
  on(documents.troubles, (call) => troublesOf(call)),
  on(documents.archive, (call) => readArchive(call, { ...call.params, ...call.query })),
]
