import type { z } from 'zod'
import type { Archive } from '#contract/document-detail.ts'
import { notFound } from '#domain/problems.ts'
import { signedUrl, verifySignedPath } from '../../platform/crypto/signed-url.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Download } from '../../platform/http/route.ts'
import { originalOf } from '../store/originals.ts'
import type { DocumentRow } from '../store/rows.ts'
import { on } from '../store/tables.ts'
import { hasQrCode } from './qr-code.ts'

/** Archive links live this long (decisions.md §9). */
const LINK_MS_MAX = 300_000

type File = 'original' | 'xml'

const pathOf = (id: string, file: File) => `/api/v1/archive/${id}/${file}/`

/** Signed addresses of the archived files, once the authority holds the document; else null. */
export const archiveOf = (
  row: Pick<DocumentRow, 'id' | 'authority_uuid' | 'status' | 'long_id'>,
  now: Date,
  secret_key: string,
): z.output<typeof Archive> | null => {
  if (!row.authority_uuid) return null
  const until = new Date(now.getTime() + LINK_MS_MAX)
  const link = (file: File) => signedUrl(secret_key, pathOf(row.id, file), until)
  return {
    inputfile_url: link('original'),
    xml_url: link('xml'),
    inputfile_path: pathOf(row.id, 'original'),
    xml_path: pathOf(row.id, 'xml'),
    pdf_path: `/api/v1/pdf/generate-pdf/?uuid=${row.id}`,
    qrcode_path: hasQrCode(row) ? `/api/v1/invoices/${row.id}/qrcode/` : '',
  }
}

type Wanted = { uuid: string; file: File; expires: string; signature: string }

/** The archived file behind a signed link; a link that is changed or expired leads nowhere (404). */
export const readArchive = async (
  { db, secret_key, now }: { db: Db; secret_key: string; now: Date },
  wanted: Wanted,
): Promise<Download> => {
  const query = new URLSearchParams({ expires: wanted.expires, signature: wanted.signature })
  const gone = notFound('This link has expired. Open the document again.')
  if (!verifySignedPath(secret_key, `${pathOf(wanted.uuid, wanted.file)}?${query}`, now)) throw gone
  const row = await on(db)
    .selectFrom('documents')
    .where('id', '=', wanted.uuid)
    .selectAll()
    .executeTakeFirst()
  if (!row) throw gone
  if (wanted.file === 'original') {
    const original = await originalOf(db, row)
    const content = Buffer.from(original ?? JSON.stringify(row.content))
    return { content, content_type: 'application/json', filename: `${row.id}.json` }
  }
  const submitted = await readSubmitted(db, row)
  if (!submitted) throw gone
  return { content: submitted.bytes, content_type: 'application/xml', filename: `${row.id}.xml` }
}

/** The exact bytes which the authority holds of the document's current revision, and when they were built. */
export const readSubmitted = (
  db: Db,
  row: DocumentRow,
): Promise<{ bytes: Buffer; issued_at: Date } | undefined> =>
  on(db)
    .selectFrom('attempts')
    .where('document_id', '=', row.id)
    .where('revision', '=', row.revision)
    .where('state', '=', 'accepted')
    .select(['bytes', 'issued_at'])
    .executeTakeFirst()
