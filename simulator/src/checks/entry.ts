import { createHash } from 'node:crypto'
import type { Finding, ReadDocument } from '../reading/element.ts'
import { child, STRUCTURE, UnreadableDocument } from '../reading/element.ts'
import { type DocumentFacts, readFacts } from '../reading/facts.ts'
import { readJson } from '../reading/read-json.ts'
import { readXml } from '../reading/read-xml.ts'
import { decodeBase64 } from '../signature/certificate.ts'
import { checkCodes } from './codes.ts'
import { checkCoreFields } from './core-fields.ts'
import { checkExchangeRate } from './currency.ts'
import { checkStructure } from './structure.ts'
import { checkWindow } from './window.ts'

/** One document of a submission, as sent. */
export type Entry = { format: 'XML' | 'JSON'; document: string; document_hash: string; code_number: string }

export type ReadEntry = { bytes: Buffer; document: ReadDocument; facts: DocumentFacts }

/** Versions whose signature is checked. */
export const isSigned = (version: string): boolean => version === '1.1' || version === '1.3'

/**
 * The checks that decide at once whether a document is accepted: hash, structure, core fields, codes, issue
 * window. Structure errors stand alone; of the others all are reported together. `now` is UTC ms.
 */
export const examineEntry = (entry: Entry, now: number): ReadEntry | { findings: Finding[] } => {
  const bytes = decodeBase64(entry.document)
  if (!bytes) return refuse('The document is not base64', 'document')
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (hash !== entry.document_hash) return refuse('Document hash is not valid.', 'documentHash')
  try {
    const document = entry.format === 'XML' ? readXml(bytes) : readJson(bytes)
    const structure = [...checkStructure(document, now), ...checkExtension(document)]
    if (structure.length > 0) return { findings: structure }
    const facts = readFacts(document.root)
    const findings = [
      ...(facts.number === entry.code_number ? [] : [numberDiffers(facts.number)]),
      ...checkCoreFields(document.root),
      ...checkCodes(document.root),
      ...checkExchangeRate(document.root, now),
      ...checkWindow(facts, now),
    ]
    return findings.length > 0 ? { findings } : { bytes, document, facts }
  } catch (error) {
    if (error instanceof UnreadableDocument) return refuse(error.message, 'document')
    throw error
  }
}

const refuse = (message: string, path: string): { findings: Finding[] } => ({
  findings: [{ code: STRUCTURE, message, path }],
})

const numberDiffers = (number: string): Finding => ({
  code: STRUCTURE,
  message: `The code number of the submission is not the number of the document, ${number.slice(0, 50)}`,
  path: 'codeNumber',
})

/** The JSON schema of a signed version demands the extension; unsigned XML passes and fails DS301 later. */
const checkExtension = (document: ReadDocument): Finding[] => {
  const version = child(document.root, 'InvoiceTypeCode')?.attributes.get('listVersionID') ?? ''
  const missing = document.format === 'JSON' && isSigned(version) && !child(document.root, 'UBLExtensions')
  const path = '#/Invoice[0].UBLExtensions'
  return missing ? [{ code: STRUCTURE, message: `TooFewItems: ${path}`, path }] : []
}
