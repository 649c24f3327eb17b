import type { z } from 'zod'
import {
  DOCUMENTS_PER_CALL_MAX,
  type IntakeReply,
  type intake,
  TOO_MANY_DOCUMENTS,
} from '#contract/intake.ts'
import type { Caller } from '#domain/access/caller.ts'
import { invalidFields, ProblemError } from '#domain/problems.ts'
import { refuseBadTexts } from '#domain/text/refuse.ts'
import { sha256Hex } from '../platform/crypto/digest.ts'
import type { Db } from '../platform/db/database.ts'
import type { Log } from '../platform/log/log.ts'
import { takeTurn } from '../platform/turns/take-turn.ts'
import { type Accepted, acceptDocument } from './accept.ts'
import { openReport } from './report.ts'

type Body = z.output<(typeof intake.submit)['body']>
/** `key`: the Idempotency-Key of the call. */
type By = {
  db: Db
  caller: Caller
  now: Date
  log: Log
  request_id: string
  key: string | undefined
}

/**
 * Takes the documents of one call one by one. Some stored: the reply names them and the errors of the others.
 * None stored: throws the first problem, its body carrying the same reply fields.
 */
export const submitAll = async (by: By, body: Body): Promise<IntakeReply> => {
  const payloads = body.flatMap(({ invoices_data: given }) => (Array.isArray(given) ? given : [given]))
  if (payloads.length === 0) throw invalidFields({ invoices_data: ['No document was sent.'] })
  if (payloads.length > DOCUMENTS_PER_CALL_MAX) {
    throw invalidFields({ invoices_data: [TOO_MANY_DOCUMENTS] })
  }
  const reply: IntakeReply = { status: 'Success', Invoice_Numbers: [], UUIDs: [], errors: [] }
  const report = openReport(payloads.length)
  const { key } = by
  const lane = payloads.length > 1 ? 'bulk' : 'single'
  let first: ProblemError | undefined
  for (const [position, payload] of payloads.entries()) {
    await takeTurn()
    try {
      refuseBadTexts(payload)
      const idempotency =
        key === undefined ? undefined : { key, position, hash: sha256Hex(JSON.stringify(payload)) }
      tellStored(reply, await acceptDocument({ ...by, lane }, payload, idempotency))
    } catch (error) {
      const problem = asProblem(by, error)
      first ??= problem
      reply.errors.push(report(problem.problem, payload, position))
    }
  }
  if (first === undefined) return reply
  reply.status = reply.UUIDs.length > 0 ? 'Partial Success' : 'Error'
  if (reply.UUIDs.length > 0) return reply
  first.reply_fields = reply
  throw first
}

const tellStored = (reply: IntakeReply, { row, ...told }: Accepted): void => {
  const { id, invoice_number } = row
  reply.Invoice_Numbers.push(invoice_number)
  reply.UUIDs.push(id)
  const changes = told.changes.map((change) => ({ invoice_number, ...change }))
  const warnings = told.warnings.map(({ field, message }) => ({ invoice_number, field, message }))
  if (changes.length > 0) reply.changes = [...(reply.changes ?? []), ...changes]
  if (warnings.length > 0) reply.warnings = [...(reply.warnings ?? []), ...warnings]
}

/** A fault of ours in one document must not hide what became of the others. */
const asProblem = ({ log, request_id }: By, error: unknown): ProblemError => {
  if (error instanceof ProblemError) return error
  log.error({ err: error }, 'a document could not be taken')
  const message = `Something went wrong on the server (reference ${request_id}). The document was not stored.`
  return new ProblemError({ kind: 'unavailable', code: 'fault', message, retry_after_s: 5 })
}
