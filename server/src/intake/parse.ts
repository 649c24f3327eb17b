import { DocumentWrite } from '#contract/intake.ts'
import { invalidInput } from '../platform/http/read-input.ts'

/** One payload read by the contract; throws invalid_fields with dotted paths, unknown fields included. */
export const parseDocument = (raw: unknown): DocumentWrite => {
  const read = DocumentWrite.safeParse(raw)
  if (!read.success) throw invalidInput(read.error)
  return read.data
}
