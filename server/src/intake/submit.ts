import type { z } from 'zod'
import {
  DOCUMENTS_PER_CALL_MAX,
  type IntakeReply,
  type intake,
  TOO_MANY_DOCUMENTS,
} from '#contract/intake.ts'
import type { Caller } from '#domain/access/caller.ts'
import { invalidFields } from '#domain/problems.ts'
import { refuseBadTexts } from '#domain/text/refuse.ts'
import { sha256Hex } from '../platform/crypto/digest.ts'
import type { Db } from '../platform/db/database.ts'
import type { Log } from '../platform/log/log.ts'
import { acceptDocument } from './accept.ts'
import { settle, takeAll } from './take-all.ts'

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
  const { key } = by
  const lane = payloads.length > 1 ? 'bulk' : 'single'
  const coming = payloads.map((payload, position) => ({
    payload,
    take: () => {
      refuseBadTexts(payload)
      const idempotency =
        key === undefined ? undefined : { key, position, hash: sha256Hex(JSON.stringify(payload)) }
      return acceptDocument({ ...by, lane }, payload, idempotency)
    },
  }))
  return settle(await takeAll(by, coming))
}
