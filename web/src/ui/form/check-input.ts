import type { Endpoint } from '#contract/endpoint.ts'
import { inWords } from '#contract/wording.ts'
import { byField, type FieldErrors } from '#domain/problems.ts'

/** What the server would refuse of a body by its schema alone: messages by the dotted path of the field. */
export const checkInput = (endpoint: Endpoint, input: { body?: unknown; form?: unknown }): FieldErrors => {
  const read = endpoint.body
    ? endpoint.body.safeParse(input.body, { error: inWords })
    : endpoint.form?.safeParse(input.form, { error: inWords })
  const issues = read?.error?.issues ?? []
  return byField(issues.map(({ path, message }) => ({ field: path.join('.'), message })))
}
