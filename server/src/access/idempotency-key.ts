import type { IncomingHttpHeaders } from 'node:http'
import { KEY_LENGTH_MAX } from '#contract/endpoint.ts'
import { conflict, invalidFields } from '#domain/problems.ts'
import { HOUR_MS } from '#domain/time/units.ts'

/** How long a repeated call answers its first result, ms. Nothing else hangs on a key: names stay unique without it. */
export const KEY_KEPT_MS = 24 * HOUR_MS

/** The Idempotency-Key of a call, if it carries one. Throws invalid_fields when it is too long. */
export const idempotencyKeyOf = (headers: IncomingHttpHeaders): string | undefined => {
  const key = [headers['idempotency-key']].flat()[0]
  if (key === undefined || key === '') return undefined
  if (key.length > KEY_LENGTH_MAX) {
    throw invalidFields({}, [`An Idempotency-Key has at most ${KEY_LENGTH_MAX} characters.`])
  }
  return key
}

/** The refusal of another request under a key that has its answer. */
export const keyReused = () =>
  conflict('idempotency_key_reused', 'This Idempotency-Key was used for another request.')
