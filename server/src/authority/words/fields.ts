import { byField, type FieldErrors } from '#domain/problems.ts'

/** `field: message`, as `explain` writes a reason and `inWords` a finding. */
const NAMED = /^([a-z_]{1,40}(?:\.[a-z0-9_]{1,40}){0,2}): (.+)$/

/** The lines of a refusal by the form field that they begin with; lines which name none are left out. */
export const fieldsIn = (status_message: string): FieldErrors =>
  byField(
    status_message.split('\n').flatMap((line) => {
      const [, field, message] = NAMED.exec(line) ?? []
      return field && message ? [{ field, message }] : []
    }),
  )
