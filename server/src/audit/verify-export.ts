import { createReadStream } from 'node:fs'
import { type ExportVerdict, verifyExport } from '#domain/audit/export-seal.ts'
import { startSha256 } from '../platform/crypto/digest.ts'

/** Whether a file that was exported from the audit log is as it was written: CSV or JSON lines of any length. */
export const verifyExportFile = (path: string): Promise<ExportVerdict> =>
  verifyExport(createReadStream(path, { encoding: 'utf8' }), startSha256)
