import type { DocumentWriteInput } from '#contract/intake.ts'
import { malaysianTime } from '#domain/time/dates.ts'
import { type Editing, toRequest } from '../form/request.ts'
import type { DocumentForm } from '../form/state.ts'

export type Envelope = { key: string; request: DocumentWriteInput; form: DocumentForm }

/**
 * What is sent, with its idempotency key. While it is unclear whether it arrived (no answer, or a 5xx), sending
 * the unchanged form again sends the same bytes under the same key, so that the server recognises them.
 */
export const sealEnvelope = (
  form: DocumentForm,
  editing: Editing | null,
  now: Date,
  unclear: Envelope | null,
): Envelope => {
  if (unclear && JSON.stringify(unclear.form) === JSON.stringify(form)) return unclear
  return { key: randomKey(), request: toRequest(form, malaysianTime(now), editing), form }
}

/** 128 random bits. Not `randomUUID`, which browsers withhold from plain-http addresses of an office network. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
