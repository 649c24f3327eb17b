import { type Answer, ok, type Request } from '../calls/wire/answer.ts'

/**
 * `GET /_sim/ledger?codeNumber`: every document ever accepted, or those of one number, in order; nothing ever leaves
 * it.
 */
export const readLedger = ({ world, query }: Request): Answer => {
  const { codeNumber } = query
  const all = [...world.documents.values()]
  const wanted = codeNumber === undefined ? all : all.filter((one) => one.code_number === codeNumber)
  return ok(
    wanted.map((document) => ({
      uuid: document.uuid,
      submissionUid: document.submission_uid,
      codeNumber: document.code_number,
      issuerTin: document.caller_tin,
      documentHash: document.document_hash,
      receivedAt: new Date(document.received_at).toISOString(),
      status: document.status,
    })),
  )
}
