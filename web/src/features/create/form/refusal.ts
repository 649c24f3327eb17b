import { IntakeReply } from '#contract/intake.ts'
import type { FieldErrors } from '#domain/problems.ts'
import { type FormErrors, fromPositions } from './errors.ts'
import { type DocumentForm, HEADER_FIELDS, LINE_FIELDS } from './state.ts'

/** The answer of intake.submit, also when it came with a 4xx; null when the body has another shape. */
export const readReply = (body: unknown): IntakeReply | null => {
  const read = IntakeReply.safeParse(body)
  return read.success ? read.data : null
}

/** The field messages of a refused document (`errors[].errors[].details`), on the fields of the form. */
export const refusedFields = (reply: IntakeReply, form: DocumentForm): FormErrors => {
  const fields: FieldErrors = {}
  for (const { errors } of reply.errors) {
    for (const { details } of typeof errors === 'string' ? [] : errors) {
      if (typeof details === 'string') continue
      for (const [field, messages] of Object.entries(details)) fields[RENAMED[field] ?? field] = messages
    }
  }
  return fromPositions(fields, form)
}

/** Fields of the payload that the form shows under another name. */
const RENAMED: Record<string, string> = { sender_entity_code: 'sender' }

const ROOTS = [...HEADER_FIELDS, 'customer', 'sender'].join('|')
const NAMED = new RegExp(
  `\\b(items\\.\\d{1,4}\\.(?:${LINE_FIELDS.join('|')})|(?:customer|sender)\\.[a-z_0-9]{1,30}|${ROOTS})\\b`,
)

/**
 * The sentences of a status message which name a field of the form (`items.0.tax_type: ...`), on that field.
 * The whole message is shown on top as well, so nothing is lost when no field is named.
 */
export const namedFields = (status_message: string, form: DocumentForm): FormErrors => {
  const fields: FieldErrors = {}
  for (const sentence of status_message.split(/\r?\n|;\s/)) {
    const field = NAMED.exec(sentence)?.[1]
    if (!field) continue
    const words = sentence.startsWith(`${field}:`) ? sentence.slice(field.length + 1) : sentence
    fields[field] = [...(fields[field] ?? []), words.trim()]
  }
  return fromPositions(fields, form)
}
