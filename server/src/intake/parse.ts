import { DocumentWrite } from '#contract/intake.ts'
import { type FieldErrors, invalidFields } from '#domain/problems.ts'

/** One payload read by the contract; throws invalid_fields with dotted paths, unknown fields included. */
export const parseDocument = (raw: unknown): DocumentWrite => {
  const read = DocumentWrite.safeParse(raw)
  if (read.success) return read.data
  const fields: FieldErrors = {}
  const whole: string[] = []
  for (const issue of read.error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[[...issue.path, key].join('.')] = ['This field is not known.']
    } else if (issue.path.length > 0) fields[issue.path.join('.')] = [issue.message]
    else whole.push(issue.message)
  }
  throw invalidFields(fields, whole.length > 0 ? whole : undefined)
}
