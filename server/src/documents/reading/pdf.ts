import { type Caller, callerId } from '#domain/access/caller.ts'
import { may } from '#domain/access/policy.ts'
import { ENVIRONMENT_WORDS } from '#domain/entities/environments.ts'
import { requireMay } from '../../access/allowed.ts'
import type { Authority } from '../../authority/calls/client.ts'
import { findEntity } from '../../entities/records/find.ts'
import type { PdfInput } from '../../pdf/document.ts'
import type { PdfRenderer } from '../../pdf/render.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Download } from '../../platform/http/route.ts'
import { readDocument, subjectOf } from '../store/rows.ts'
import { readSubmitted } from './archive.ts'

type By = { db: Db; caller: Caller; now: Date; pdf: PdfRenderer; authority: Pick<Authority, 'validationUrl'> }

/** The printed document with the QR code of its validation link, the signed XML attached. */
export const printDocument = async (by: By, uuid: string): Promise<Download> => {
  const content = await by.pdf.render(() => readPrinted(by, uuid), callerId(by.caller))
  return { content, content_type: 'application/pdf', filename: `${uuid}.pdf` }
}

const readPrinted = async ({ db, caller, now, authority }: By, uuid: string): Promise<PdfInput> => {
  const row = await readDocument(db, caller, uuid)
  requireMay(may(caller, 'get_pdf', subjectOf(row), now))
  const [entity, submitted] = await Promise.all([
    findEntity(db, caller, row.sender_entity_id),
    readSubmitted(db, row),
  ])
  const authority_uuid = row.authority_uuid ?? ''
  const long_id = row.long_id ?? ''
  const lhdn = {
    uuid: authority_uuid,
    long_id,
    validated_at: row.validated_at,
    issued_at: submitted?.issued_at ?? null,
    validation_url: authority.validationUrl(row.environment, authority_uuid, long_id),
  }
  return {
    document: row.content,
    status: row.status,
    trial: row.environment === 'prod' ? null : ENVIRONMENT_WORDS[row.environment],
    watermark: null,
    lhdn: row.validated_at ? lhdn : null,
    logo: entity?.image ?? '',
    signed_xml: submitted?.bytes.toString('utf8') ?? null,
    generated_at: now,
  }
}
