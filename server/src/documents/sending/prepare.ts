import { hash } from 'node:crypto'
import { checkDocument, inWords } from '#domain/checks/all.ts'
import { DOCUMENT_BYTES_MAX } from '#domain/checks/lines.ts'
import type { TaxDocument } from '#domain/documents/document.ts'
import type { FieldMessage } from '#domain/problems.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { buildInvoice, unsignedText } from '#domain/ubl/invoice.ts'
import { createSigner, type SignedInvoice, type Signer, signInvoice } from '../../authority/signing/sign.ts'
import type { Secrets } from '../store/engine.ts'
import { contentHash } from '../store/hash.ts'
import type { LockedOutgoing } from '../store/rows.ts'

/** Limits of Submit Documents (MyInvois API §7), kept with room for the envelope. */
export const BATCH_DOCUMENTS_MAX = 100
const BATCH_BYTES_MAX = 3_600_000
/**
 * How far before the sending a document is issued, in ms: LHDN refuses what comes from the future (CF321) by its own
 * clock, so a host that is some seconds ahead of it would have every document refused.
 */
const ISSUED_BEFORE_MS = 60_000

/** A document held for sending with the exact bytes that will go out. */
export type Prepared = { row: LockedOutgoing; bytes: Buffer; document_hash: string; issued_at: Date }
/** `error`: what a program threw, which is told in the log. */
export type Unbuildable = { row: LockedOutgoing; why: string; error?: unknown }

/** Signers by certificate: the key object is made once, which doubles the speed of signing. */
const signers = new Map<string, Signer>()
const SIGNERS_MAX = 100

/** Undefined where nothing is signed: documents of version 1.0. Throws when the certificate cannot be used. */
export const signerFor = ({ document_version, certificate }: Secrets): Signer | undefined => {
  if (document_version === '1.0') return undefined
  if (!certificate) throw new Error('Signed documents need a certificate')
  const known = signers.get(certificate.certificate_pem)
  if (known) return known
  const signer = createSigner(certificate)
  if (signers.size >= SIGNERS_MAX) signers.clear()
  signers.set(certificate.certificate_pem, signer)
  return signer
}

/**
 * Builds one approved document and signs it, where there is a signer (version 1.1; else 1.0). Its issue time is
 * stamped here, in UTC, a minute before `now`. What cannot be built, is not what was approved or no longer meets the
 * rules of the day is told in words.
 */
export const prepare = async (
  row: LockedOutgoing,
  signer: Signer | undefined,
  now: Date,
): Promise<Prepared | Unbuildable> => {
  if (row.approved_hash !== contentHash(row.content)) {
    return {
      row,
      why: 'The content is not the one that was approved. Edit the document and have it approved again.',
    }
  }
  const issued_at = issueTime(now, signer)
  const issue_date = issued_at.toISOString().slice(0, 10)
  const findings = checkDocument(row.content, { today: malaysianDate(now), issue_date })
  if (findings.length > 0) return { row, why: againstRules(findings) }
  try {
    const { xml, document_hash } = await write(row.content, signer, issued_at)
    if (xml.byteLength > DOCUMENT_BYTES_MAX) {
      return { row, why: 'The document is larger than the 300 KB which the authority takes. Split it.' }
    }
    return { row, bytes: xml, document_hash, issued_at }
  } catch (error) {
    return { row, why: UNBUILDABLE, error }
  }
}

const UNBUILDABLE =
  'Lulus could not build this document. An administrator finds the reason in the log, by its internal UUID.'

export const againstRules = (findings: readonly FieldMessage[]): string =>
  `The document was not sent, since it breaks the rules of today.\n${inWords(findings)}`

/** To the second, and never before the certificate that signs it holds. */
const issueTime = (now: Date, signer: Signer | undefined): Date => {
  const early = Math.max(now.getTime() - ISSUED_BEFORE_MS, signer?.not_before.getTime() ?? 0)
  return new Date(Math.floor(early / 1000) * 1000)
}

/** Version 1.1 is signed over the very text that was built; 1.0 is that text. */
const write = async (
  content: TaxDocument,
  signer: Signer | undefined,
  issued_at: Date,
): Promise<SignedInvoice> => {
  if (signer) return signInvoice(signer, buildInvoice(content, { version: '1.1', issued_at }), issued_at)
  const xml = Buffer.from(unsignedText(buildInvoice(content, { version: '1.0', issued_at })))
  return { xml, document_hash: hash('sha256', xml, 'hex') }
}

/** The first documents that fit one call; base64 adds a third. */
export const firstBatch = (prepared: readonly Prepared[]): Prepared[] => {
  const batch: Prepared[] = []
  let size = 0
  for (const one of prepared.slice(0, BATCH_DOCUMENTS_MAX)) {
    size += one.bytes.byteLength
    if (batch.length > 0 && size > BATCH_BYTES_MAX) break
    batch.push(one)
  }
  return batch
}
