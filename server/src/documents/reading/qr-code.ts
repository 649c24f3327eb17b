import { renderSVG } from 'uqr'
import type { Caller } from '#domain/access/caller.ts'
import { notFound } from '#domain/problems.ts'
import type { Authority } from '../../authority/calls/client.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Download } from '../../platform/http/route.ts'
import { type DocumentRow, readDocument } from '../store/rows.ts'

type By = { db: Db; caller: Caller; authority: Pick<Authority, 'validationUrl'> }

/** White modules around the code, so that it is read on any background. */
const BORDER = 2

/** Only a validated document has a link that its code leads to. */
export const hasQrCode = ({ status, long_id }: Pick<DocumentRow, 'status' | 'long_id'>) =>
  status === 'Validated' && Boolean(long_id)

/** The QR code of a document's validation link, as an image (SVG). */
export const drawQrCode = async ({ db, caller, authority }: By, uuid: string): Promise<Download> => {
  const row = await readDocument(db, caller, uuid)
  if (!hasQrCode(row)) throw notFound('There is no QR code before the document is valid.')
  const url = authority.validationUrl(row.environment, row.authority_uuid ?? '', row.long_id ?? '')
  const content = Buffer.from(renderSVG(url, { border: BORDER, ecc: 'M' }))
  return { content, content_type: 'image/svg+xml', filename: `${row.id}.svg`, inline: true }
}
