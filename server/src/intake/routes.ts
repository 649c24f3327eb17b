import { intake } from '#contract/intake.ts'
import { idempotencyKeyOf } from '../access/idempotency-key.ts'
import { settleKey } from '../documents/life/idempotency.ts'
import { previewNumber } from '../documents/life/numbering.ts'
import type { Engine } from '../documents/store/engine.ts'
import type { PdfRenderer } from '../pdf/render.ts'
import type { Db } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { correctDocument } from './correct.ts'
import { numberedStore } from './place.ts'
import { previewDocument } from './preview.ts'
import { submitAll } from './submit.ts'

const on = routesWith<{ db: Db; engine: Engine; pdf: PdfRenderer }>()

export const intakeRoutes = [
  on(intake.submit, (call) => submitAll({ ...call, key: idempotencyKeyOf(call.headers) }, call.body)),
  on(intake.correct, (call) =>
    correctDocument({ ...call, key: idempotencyKeyOf(call.headers) }, { ...call.params, ...call.body }),
  ),
  on(intake.outcome, async (call) => {
    const stored = await settleKey(call, call.body.key)
    return { Invoice_Numbers: stored.map((row) => row.invoice_number), UUIDs: stored.map((row) => row.id) }
  }),
  on(intake.preview, (call) => previewDocument(call, call.body)),
  on(intake.number, async (call) => {
    const store = await numberedStore(call, call.query)
    return { invoice_number: await previewNumber(call.db, { ...call.query, ...store }) }
  }),
]
