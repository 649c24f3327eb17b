import { type Answer, ok, type Request } from '../calls/answer.ts'

/** `GET /_sim/ledger`: every document ever accepted, in order; nothing ever leaves it. */
export const readLedger = ({ world }: Request): Answer =>
  ok(
    [...world.documents.values()].map((document) => ({
      uuid: document.uuid,
      submissionUid: document.submission_uid,
      codeNumber: document.code_number,
      issuerTin: document.caller_tin,
      documentHash: document.document_hash,
      receivedAt: new Date(document.received_at).toISOString(),
      status: document.status,
    })),
  )
