import { z } from 'zod'
import { own } from '#codes/own.ts'
import { STATUSES } from '#domain/documents/lifecycle.ts'
import type { FieldErrors } from '#domain/problems.ts'
import { IntakeReply } from '#schemas/intake.ts'
import { ApiError } from '../../../api/errors.ts'
import { type FormErrors, fromPositions } from './errors.ts'
import type { DocumentForm } from './state.ts'

/** The answer of intake.submit, also when it came with a 4xx; null when the body has another shape. */
export const readReply = (body: unknown): IntakeReply | null => {
  const read = IntakeReply.safeParse(body)
  return read.success ? read.data : null
}

/** Revision and status that the edited document has by now, where somebody else changed it meanwhile. */
export const overtakenBy = (error: unknown): z.infer<typeof Current> | undefined => {
  if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') return undefined
  return Current.safeParse(error.current).data
}

/** Whether the document was editable when the form opened, and is no more, with the same content. */
export const isMovedOn = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'wrong_status'

const Current = z.object({ revision: z.int(), status: z.enum(STATUSES) })

/** The field messages of a refused document (`errors[].errors[].details`), on the fields of the form. */
export const refusedFields = (reply: IntakeReply, form: DocumentForm): FormErrors => {
  const details = reply.errors
    .flatMap(({ errors }) => (typeof errors === 'string' ? [] : errors))
    .flatMap(({ details }) => (typeof details === 'string' ? [] : Object.entries(details)))
  return onForm(Object.fromEntries(details), form)
}

/** Messages by the payload's field names and line positions, on the fields of the form. */
export const onForm = (fields: Readonly<FieldErrors>, form: DocumentForm): FormErrors =>
  fromPositions(
    Object.fromEntries(
      Object.entries(fields).map(([field, messages]) => [own(RENAMED, field) ?? field, messages]),
    ),
    form,
  )

/** Fields of the payload that the form shows under another name; what is wrong with the sum is mended in the lines. */
const RENAMED = { sender_entity_code: 'sender', total_payable_amount: 'items' }
