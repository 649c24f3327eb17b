import { type Caller, callerId } from '#domain/access/caller.ts'
import { checkDocument } from '#domain/checks/all.ts'
import { calculate } from '#domain/documents/totals.ts'
import { invalidFindings } from '#domain/problems.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { findEntity } from '../entities/records/find.ts'
import type { PdfInput } from '../pdf/document.ts'
import type { PdfRenderer } from '../pdf/render.ts'
import type { Db } from '../platform/db/database.ts'
import type { Download } from '../platform/http/route.ts'
import { takeTurn } from '../platform/turns/take-turn.ts'
import { shaping } from '../shaping/read.ts'
import { refuseTooLarge } from './judge.ts'
import { parseDocument } from './parse.ts'
import { placeOf } from './place.ts'
import { shape } from './shape.ts'

type By = { db: Db; caller: Caller; now: Date; pdf: PdfRenderer }

/**
 * What the form holds, printed and marked DRAFT; it need not be complete. Throws invalid_fields for wrong types, and
 * for what no printing could make a document of.
 */
export const previewDocument = async (by: By, raw: unknown): Promise<Download> => {
  await takeTurn()
  const { payload } = parseDocument(raw, await shaping.current(by.db))
  const placed = await placeOf(by.db, by.caller, payload)
  await takeTurn()
  const document = calculate(shape(payload, placed.entity, by.now))
  // Everything may be unfinished but this: ringgit would be printed at a rate that nobody stated.
  const unrated = checkDocument(document, { today: malaysianDate(by.now) }).filter(
    ({ field }) => field === 'currency_exchange_rate',
  )
  if (unrated.length > 0) throw invalidFindings(unrated)
  refuseTooLarge(document, by.now)
  const sender = await findEntity(by.db, by.caller, placed.entity.id)
  const draft: PdfInput = {
    document,
    status: '',
    trial: null,
    watermark: 'DRAFT',
    lhdn: null,
    logo: sender?.image ?? '',
    signed_xml: null,
    generated_at: by.now,
  }
  const content = await by.pdf.render(async () => draft, callerId(by.caller))
  return { content, content_type: 'application/pdf', filename: 'draft.pdf', inline: true }
}
