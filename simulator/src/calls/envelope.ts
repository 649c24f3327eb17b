import type { Entry } from '../checks/entry.ts'
import { type Answer, type Request, readJsonObject, refuse } from './wire/answer.ts'

const DOCUMENTS_MAX = 100
/** The authority says 5 MB and 300 KB without saying which; this is the strict reading. */
const SUBMISSION_BYTES_MAX = 5_000_000
const DOCUMENT_BYTES_MAX = 300_000

/** Reads the envelope of a submission; the answer that refuses it as a whole otherwise. */
export const readEnvelope = (request: Request): { entries: Entry[] } | { refusal: Answer } => {
  const { body } = request
  if (body.length > SUBMISSION_BYTES_MAX) return { refusal: tooLarge('The submission is larger than 5 MB') }
  const envelope = readJsonObject(body)
  if (!envelope) return { refusal: badJson() }
  const { documents } = envelope
  if (!Array.isArray(documents) || documents.length === 0 || Object.keys(envelope).length > 1) {
    return { refusal: badStructure(request) }
  }
  if (documents.length > DOCUMENTS_MAX) {
    return { refusal: tooLarge(`The submission has more than ${DOCUMENTS_MAX} documents`) }
  }
  const entries: Entry[] = []
  for (const document of documents) {
    const entry = readEntry(document)
    if (!entry) return { refusal: badStructure(request) }
    if ((entry.document.length / 4) * 3 - 2 > DOCUMENT_BYTES_MAX) {
      return { refusal: tooLarge(`The document is larger than 300 KB`, entry.code_number) }
    }
    entries.push(entry)
  }
  const oneFormat = entries.every((entry) => entry.format === entries[0]?.format)
  return oneFormat ? { entries } : { refusal: badStructure(request) }
}

const KEYS = ['format', 'document', 'documentHash', 'codeNumber']

const readEntry = (value: unknown): Entry | undefined => {
  if (!value || typeof value !== 'object' || Object.keys(value).some((key) => !KEYS.includes(key))) {
    return undefined
  }
  // Narrowed to an object above; each field is tested before it is used.
  const { format, document, documentHash, codeNumber } = value as Record<string, unknown>
  const texts = [format, document, documentHash, codeNumber]
  if (!texts.every((text): text is string => typeof text === 'string')) return undefined
  const kind = String(format).toUpperCase()
  if ((kind !== 'XML' && kind !== 'JSON') || codeNumber === '') return undefined
  return {
    format: kind,
    document: String(document),
    document_hash: String(documentHash),
    code_number: String(codeNumber),
  }
}

const tooLarge = (message: string, target = 'submission'): Answer =>
  refuse(400, { code: 'MaximumSizeExceeded', message, target })

const badJson = (): Answer =>
  refuse(400, { code: 'ValidationError', message: 'JSON is not valid', target: 'submission' })

const badStructure = ({ correlation_id }: Request): Answer =>
  refuse(400, {
    code: 'ValidationError',
    message: null,
    details: [
      {
        code: 'submission',
        message:
          'Invalid structured submission. For more details contact the System Admin using Correlation Id: ' +
          correlation_id,
        target: 'submission',
        propertyPath: null,
      },
    ],
  })
