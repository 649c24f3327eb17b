import type { Caller } from '#domain/access/caller.ts'
import { calculate } from '#domain/documents/totals.ts'
import { invalidFields } from '#domain/problems.ts'
import type { PdfRenderer } from '../pdf/render.ts'
import type { Db } from '../platform/db/database.ts'
import type { Download } from '../platform/http/route.ts'
import { parseDocument } from './parse.ts'
import { placeOf } from './place.ts'
import { shape } from './shape.ts'

type By = { db: Db; caller: Caller; now: Date; pdf: PdfRenderer }

/** What the form holds, printed and marked DRAFT; it need not be complete. Throws invalid_fields for wrong types. */
export const previewDocument = async (by: By, raw: unknown): Promise<Download> => {
  const payload = parseDocument(raw)
  const placed = await placeOf(by.db, by.caller, payload)
  if ('errors' in placed) throw invalidFields(placed.errors)
  const content = await by.pdf.render({
    document: calculate(shape(payload, placed.entity, by.now)),
    status: '',
    watermark: 'DRAFT',
    lhdn: null,
    logo: placed.entity.image,
    signed_xml: null,
    generated_at: by.now,
  })
  return { content, content_type: 'application/pdf', filename: 'draft.pdf', inline: true }
}
